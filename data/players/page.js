"use strict";
const at = (id) => document.getElementById(id);
let mine = JSON.parse(sessionStorage.getItem("mine")), stream = null, heard = "", beat = 0, takesDice = false, isNew = false, shown = null;

/* By name, as numbers begin again with each fight; by number where it was renamed in one. */
function find(view) {
  const party = mine ? view.order.filter((one) => one.side === "party") : [];
  const me = party.find((one) => one.name === mine.name) || party.find((one) => one.id === mine.id && view.encounter === mine.encounter);
  if (me) keep({ id: me.id, name: me.name, encounter: view.encounter });
  return me;
}

function keep(one) {
  mine = one;
  sessionStorage.setItem("mine", JSON.stringify(one));
}

function row(one, view, me) {
  const li = document.createElement("li");
  const inside = document.createElement(one.side === "party" ? "button" : "div");
  const isActive = one.name === view.active;
  const part = (name, words) => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = words;
    inside.append(span);
    return span;
  };
  part("mark", isActive ? "\u25b6" : one.name === view.next ? "\u25b7" : "").setAttribute("aria-hidden", "true");
  part("name", one.name);
  part("state", one.out || one.hp || "");
  if (one.conditions.length > 0) part("conditions", one.conditions.join(", "));
  li.className = (isActive ? "active " : "") + (one.out ? "out " : "") + (one === me ? "is-mine" : "");
  if (isActive) li.setAttribute("aria-current", "true");
  if (one.side === "party") {
    inside.setAttribute("aria-pressed", String(one === me));
    inside.addEventListener("click", () => take(one === me ? null : one));
  }
  li.append(inside);
  return li;
}

/* Where nobody has the turn the phase says why: the fight is over, the foes attack. */
function sentence(phase) {
  return phase ? phase[0].toUpperCase() + phase.slice(1) : "Nobody\u2019s turn";
}

function say(view, me) {
  const isMe = me && view.active === me.name, isNext = me && view.next === me.name;
  at("throw").hidden = !takesDice || !me;
  at("who").hidden = Boolean(me) || !view.order.some((one) => one.side === "party");
  at("mine").textContent = isMe ? "It is your turn" : isNext ? "You are next" : "";
  const words = view.encounter === null ? "Between fights"
    : (view.active ? view.active + "\u2019s turn, round " + view.round : sentence(view.phase)) +
      (isMe ? ". It is your turn" : isNext ? ". You are next" : "");
  if (words !== heard) at("heard").textContent = heard = words;
}

function show(view) {
  const list = at("order"), calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const focused = [...list.children].findIndex((li) => li.contains(document.activeElement));
  shown = view;
  at("encounter").textContent = view.encounter === null ? "Between fights" : view.encounter;
  at("phase").textContent = view.phase || "";
  at("now").textContent = view.active || "";
  at("next").textContent = view.next ? "next: " + view.next : "";
  at("trouble").textContent = "";
  const me = find(view);
  list.replaceChildren(...view.order.map((one) => row(one, view, me)));
  if (focused >= 0 && list.children[focused]) list.children[focused].firstChild.focus({ preventScroll: true });
  say(view, me);
  if (isNew && me) tell(me);
  isNew = false;
  const active = list.querySelector(".active");
  if (active) active.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

/* Who has this device; nobody: null. */
async function tell(one) {
  const answer = await fetch("/take", { method: "POST", body: String(one ? one.id : 0) }).catch(() => ({ ok: false }));
  if (!answer.ok) at("trouble").textContent = "Not connected: try again.";
  return answer.ok;
}

async function take(one) {
  if (!await tell(one)) return;
  at("thrown").textContent = "";
  keep(one && { id: one.id, name: one.name, encounter: shown.encounter });
  show(shown);
}

/* Each die that is sent is one of its own: what is sent later does not take the place of it. */
function dieNumber() {
  const number = (Number(sessionStorage.getItem("dice")) || 0) + 1;
  sessionStorage.setItem("dice", String(number));
  return String(number);
}

async function send(event) {
  event.preventDefault();
  at("send").disabled = true;
  const told = [], words = at("faces").value.trim().split(/[\s,]+/);
  let isTaken = true;
  for (let i = 0; i < words.length && isTaken; i++) {
    const die = /^(?:([a-z%0-9]+):)?(-?\d+)$/i.exec(words[i]);
    let answer = { taken: false, why: words[i] ? "not a face; type 14 or d20:14" : "type what your dice show" };
    if (die) {
      const body = JSON.stringify({ die: die[1], face: Number(die[2]), id: dieNumber() });
      answer = await fetch("/throw", { method: "POST", body }).then((got) => got.json())
        .catch(() => ({ taken: false, why: "not connected" }));
    }
    isTaken = answer.taken || answer.waiting > 0;
    told.push(words[i] + (answer.taken ? " is taken" : (words[i] ? ": " : "") + answer.why));
  }
  at("thrown").textContent = told.join(", ");
  if (isTaken) at("faces").value = "";
  at("send").disabled = false;
}

function listen() {
  if (stream) stream.close();
  stream = new EventSource("/events");
  beat = Date.now();
  stream.addEventListener("beat", () => { beat = Date.now(); });
  stream.addEventListener("throws", (event) => { takesDice = event.data === "yes"; if (shown) say(shown, find(shown)); });
  stream.onmessage = (event) => { beat = Date.now(); show(JSON.parse(event.data)); };
  stream.onerror = () => {
    const isAway = stream.readyState === EventSource.CLOSED;
    if (isAway) show({ encounter: null, round: 0, order: [] });
    at("trouble").textContent = isAway ? "Not connected: ask the referee for the address." : "Connecting again \u2026";
  };
}

async function begin() {
  const token = /^#k=(.+)$/.exec(location.hash);
  if (token) {
    await fetch("/enter", { method: "POST", body: token[1] }).catch(() => null);
    history.replaceState(null, "", "/");
    isNew = true;
  }
  listen();
}

at("throw").addEventListener("submit", send);
at("faces").addEventListener("input", () => { at("thrown").textContent = ""; });
setInterval(() => { if (Date.now() - beat > 12000) listen(); }, 1000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) listen(); });
begin();
