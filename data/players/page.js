"use strict";
const at = (id) => document.getElementById(id);
let mine = Number(sessionStorage.getItem("mine")) || 0, stream = null, heard = "", beat = 0, takesDice = false;

function row(one, view) {
  const li = document.createElement("li");
  const inside = document.createElement(one.side === "party" ? "button" : "div");
  const isActive = one.name === view.active;
  const part = (name, words) => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = words;
    inside.append(span);
  };
  part("mark", isActive ? "\u25b6" : "");
  part("name", one.name);
  part("state", one.out || one.hp || "");
  if (one.conditions.length > 0) part("conditions", one.conditions.join(", "));
  li.className = (isActive ? "active " : "") + (one.out ? "out " : "") + (one.id === mine ? "is-mine" : "");
  if (isActive) li.setAttribute("aria-current", "true");
  if (one.side === "party") inside.addEventListener("click", () => take(one, view));
  li.append(inside);
  return li;
}

function say(view) {
  const me = view.order.find((one) => one.id === mine);
  const isMe = me && view.active === me.name, isNext = me && view.next === me.name;
  at("throw").hidden = !takesDice || !me;
  at("mine").textContent = isMe ? "It is your turn" : isNext ? "You are next" : "";
  const words = view.encounter === null ? "Between fights"
    : (view.active ? view.active + "\u2019s turn" : "Nobody\u2019s turn") + ", round " + view.round +
      (isMe ? ". It is your turn" : isNext ? ". You are next" : "");
  if (words !== heard) at("heard").textContent = heard = words;
}

function show(view) {
  const list = at("order"), calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const focused = [...list.children].findIndex((li) => li.contains(document.activeElement));
  at("encounter").textContent = view.encounter === null ? "Between fights" : view.encounter;
  at("phase").textContent = view.phase || "";
  at("now").textContent = view.active || "";
  at("next").textContent = view.next ? "next: " + view.next : "";
  at("trouble").textContent = "";
  list.replaceChildren(...view.order.map((one) => row(one, view)));
  if (focused >= 0 && list.children[focused]) list.children[focused].firstChild.focus({ preventScroll: true });
  say(view);
  const active = list.querySelector(".active");
  if (active) active.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

async function take(one, view) {
  const answer = await fetch("/take", { method: "POST", body: String(one.id === mine ? 0 : one.id) });
  if (!answer.ok) return;
  mine = one.id === mine ? 0 : one.id;
  sessionStorage.setItem("mine", String(mine));
  show(view);
}

async function send(event) {
  event.preventDefault();
  const told = [], words = at("faces").value.trim().split(/[\s,]+/);
  let isTaken = true;
  for (let i = 0; i < words.length && isTaken; i++) {
    const die = /^(?:([a-z%0-9]+):)?(-?\d+)$/i.exec(words[i]);
    let answer = { taken: false, why: words[i] ? "is not a face: type 14 or d20:14" : "type what your dice show" };
    if (die) {
      const body = JSON.stringify({ die: die[1], face: Number(die[2]), id: String(i + 1) });
      answer = await fetch("/throw", { method: "POST", body }).then((got) => got.json())
        .catch(() => ({ taken: false, why: "not connected" }));
    }
    isTaken = answer.taken || answer.waiting > 0;
    told.push(words[i] + " " + (answer.taken ? "is taken" : answer.why));
  }
  at("thrown").textContent = told.join(", ");
  if (isTaken) at("faces").value = "";
}

function listen() {
  if (stream) stream.close();
  stream = new EventSource("/events");
  beat = Date.now();
  stream.addEventListener("beat", () => { beat = Date.now(); });
  stream.addEventListener("throws", (event) => { takesDice = event.data === "yes"; });
  stream.onmessage = (event) => { beat = Date.now(); show(JSON.parse(event.data)); };
  stream.onerror = () => {
    at("trouble").textContent = stream.readyState === EventSource.CLOSED
      ? "Not connected: ask the referee for the address." : "Connecting again \u2026";
  };
}

async function begin() {
  const token = /^#k=(.+)$/.exec(location.hash);
  if (token) {
    await fetch("/enter", { method: "POST", body: token[1] });
    history.replaceState(null, "", "/");
  }
  listen();
}

at("throw").addEventListener("submit", send);
setInterval(() => { if (Date.now() - beat > 12000) listen(); }, 1000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) listen(); });
begin();
