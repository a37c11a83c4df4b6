// Imported first by tests of modules that read the configuration.
Object.assign(process.env, {
  APP_URL: "https://portal.example",
  PORTAL_API_URL: "http://127.0.0.1:9",
  SESSION_SECRET: "only for tests, thirty-two characters or more",
  LOG_LEVEL: "silent",
});
