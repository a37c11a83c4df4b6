/** The stylesheet of the provider's pages, inline: they load nothing. */
export const pageStyle = `
:root { color-scheme: light; font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: #1b2430; background: #f2f4f7; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; }
main { max-width: 38rem; margin: 0 auto; padding: 1.75rem; background: #fff; border: 1px solid #d5dbe3; border-radius: 8px; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.tag { display: inline-block; margin-bottom: .75rem; padding: .125rem .625rem; border: 1px solid #8a5a00; border-radius: 99px; color: #6b4500; background: #fff6e0; font-size: .875rem; }
ul { display: grid; gap: .5rem; margin: 1.25rem 0; padding: 0; list-style: none; }
button, input { min-height: 2.75rem; border: 1px solid #7a8798; border-radius: 6px; background: #fff; color: inherit; font: inherit; padding: .5rem .875rem; }
button { cursor: pointer; }
button:hover { background: #eef4fc; border-color: #1f5fa8; }
:focus-visible { outline: 3px solid #1f5fa8; outline-offset: 2px; }
ul button { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; width: 100%; text-align: left; }
.hinted { border-color: #1f5fa8; border-width: 2px; }
.name { font-weight: 600; }
.role, .mail { text-align: right; }
.role { font-size: .875rem; color: #1f4b80; }
.about, .mail { font-size: .875rem; color: #4c5a6b; overflow-wrap: anywhere; }
.other { padding-top: 1rem; border-top: 1px solid #d5dbe3; }
.other div { display: flex; flex-wrap: wrap; gap: .5rem; margin: .25rem 0 1rem; }
.other input { flex: 1 1 14rem; min-width: 0; }
.problem { color: #9b1c1c; font-weight: 600; }
.quiet { border-color: transparent; color: #1f4b80; padding-left: 0; background: none; text-decoration: underline; }
a { color: #1f4b80; }
@media (max-width: 30rem) { ul button { grid-template-columns: 1fr; } .role, .mail { text-align: left; } main { padding: 1.25rem; } }
`;
