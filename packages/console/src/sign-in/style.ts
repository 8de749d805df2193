/** The style of all pages: a single card, in light or dark mode as the system prefers. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f2ee, #14161a);
  --glow: light-dark(#e2e6f3, #1e2433);
  --card: light-dark(#ffffff, #1c1f25);
  --line: light-dark(#dcdad3, #343943);
  --field: light-dark(#8a8780, #6b7280);
  --text: light-dark(#1c1d20, #eceef2);
  --muted: light-dark(#5c5d63, #a5abb7);
  --accent: light-dark(#2f4bc0, #93a7ff);
  --accent-deep: light-dark(#2439a0, #b3c1ff);
  --on-accent: light-dark(#ffffff, #10131c);
  --bad: light-dark(#9f1d1d, #ffb4ab);
  --bad-ground: light-dark(#fdeceb, #3a1f1e);
  --good: light-dark(#14603a, #8ee0b2);
  --good-ground: light-dark(#e7f5ec, #17301f);
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 2rem 1.25rem;
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1.75rem;
  background: radial-gradient(60rem 32rem at 50% -8rem, var(--glow), transparent) no-repeat var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif;
}
.brand {
  display: inline-flex; align-items: center; gap: .6rem; color: var(--text); text-decoration: none;
  font-size: 1.125rem; font-weight: 650; letter-spacing: -.01em;
}
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
main {
  width: 100%; max-width: 28rem; padding: 2.25rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 12px 32px -12px rgb(0 0 0 / .14);
}
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; overflow-wrap: anywhere; }
.intro { margin: .5rem 0 0; color: var(--muted); }
form { margin-top: 1.5rem; display: grid; gap: 1.125rem; }
.field { display: grid; gap: .375rem; }
label, dt { font-size: .9375rem; font-weight: 550; }
input:not([type=checkbox]) {
  width: 100%; padding: .6875rem .8125rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--field); border-radius: .5625rem;
}
input:not([type=checkbox]):hover { border-color: var(--muted); }
:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 55%, transparent); outline-offset: 2px; }
input[aria-invalid=true], input[aria-invalid=true]:not([type=checkbox]):hover { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.hint, .problem { margin: 0; font-size: .875rem; }
.hint { color: var(--muted); }
.problem { color: var(--bad); font-weight: 550; }
.row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; font-size: .9375rem; }
.check { display: inline-flex; align-items: center; gap: .5rem; font-weight: 400; }
.check input { flex: none; width: 1.0625rem; height: 1.0625rem; margin: 0; accent-color: var(--accent); }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-deep); }
button {
  width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600; color: var(--on-accent); cursor: pointer;
  background: var(--accent); border: 1px solid transparent; border-radius: .5625rem;
}
button:hover { background: var(--accent-deep); }
button.quiet { color: var(--text); background: transparent; border-color: var(--field); }
button.quiet:hover { border-color: var(--text); }
.message { margin: 1.25rem 0 0; padding: .75rem .875rem; border-radius: .5625rem; font-size: .9375rem; }
.message.bad { color: var(--bad); background: var(--bad-ground); }
.message.good { color: var(--good); background: var(--good-ground); }
.below { margin: 1.5rem 0 0; text-align: center; font-size: .9375rem; }
dl { margin: 1.5rem 0 0; border-top: 1px solid var(--line); }
dl div { display: grid; grid-template-columns: 8rem 1fr; gap: 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--muted); font-weight: 400; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  body { padding: 1.5rem 1rem; justify-content: flex-start; }
  main { padding: 1.5rem 1.25rem; }
  dl div { grid-template-columns: 1fr; gap: 0; }
}
@media (forced-colors: active) { button { border-color: ButtonText; } }
`
