/** The only style of the page of the calls; its hash stands in the page's Content-Security-Policy. */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#16202a;--soft:#4b5763;--line:#c9d1d9;--ground:#f5f6f8;--card:#fff;--accent:#0b5567;--code:#eef1f4}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaee;--soft:#aab4be;--line:#3a444e;--ground:#12171c;--card:#1a2128;--accent:#7cc7dc;--code:#232c35}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;color:var(--ink);background:var(--ground);font:1rem/1.5 system-ui,sans-serif}
header,nav,main{max-width:72rem;margin:0 auto}
h1{font-size:1.5rem;margin:0}
h2{font-size:1.2rem;margin:1.5rem 0 .5rem}
h3{font-size:1rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h4{font-size:.875rem;margin:1rem 0 .25rem;color:var(--soft)}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
section{margin:0 0 1rem;padding:1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
section:target{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
code,pre{font:.875rem/1.45 ui-monospace,Menlo,Consolas,monospace}
td code,h3 code{overflow-wrap:anywhere;white-space:pre-wrap}
pre{margin:.25rem 0;padding:.5rem .75rem;overflow-x:auto;max-height:24rem;border-radius:.25rem;background:var(--code)}
dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0}
dl>div{display:flex;gap:.5rem}
dt{color:var(--soft)}
dd{margin:0}
.wide{overflow-x:auto}
table{border-collapse:collapse}
th,td{padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
thead th{color:var(--soft)}
.answers{padding-left:1.25rem}
.contents{columns:20rem;padding:0;list-style:none}
.contents>li{break-inside:avoid;margin-bottom:.5rem}
.contents ul{padding:0;list-style:none}
.contents a{display:inline-block;padding:.125rem 0;overflow-wrap:anywhere}
.method{font-weight:700}
@media print{body{background:#fff}pre{max-height:none;white-space:pre-wrap}section{break-inside:auto}}
`;
