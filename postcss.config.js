/** Chromium from 80 on lays pages out as they are meant; the scripts run in these others from there on (shell#engines). */
const engines = ["chrome 80", "firefox 115", "safari 17"];

export default { plugins: { tailwindcss: {}, autoprefixer: { overrideBrowserslist: engines } } };
