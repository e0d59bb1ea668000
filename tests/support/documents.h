/* Documents as other programs read them: for tests that put hostile texts into them. Each
 * function gives NULL, or what is wrong, which stays until the next call. */
#ifndef REFEREE_TESTS_SUPPORT_DOCUMENTS_H
#define REFEREE_TESTS_SUPPORT_DOCUMENTS_H

/* UTF-8 without anything that a terminal acts on or that hides or reorders text: no control
 * character but the end of a line, none that shows nothing. */
const char *document_raw_fault(const char *text);
/* A page: the elements are ours, are closed in their order, and name nothing outside. */
const char *document_html_fault(const char *page);
/* Rows of one width, in which no cell is a formula. */
const char *document_csv_fault(const char *rows);
/* One document of JSON, in which no object has a name twice. */
const char *document_json_fault(const char *text);
/* No link, picture, code or markup of HTML. */
const char *document_md_fault(const char *text);

#endif
