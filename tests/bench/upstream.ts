import { startUpstream } from "../support/upstream/start.ts";

/** The tests' upstream in a process of its own: trusting and without records, so that it costs little. */
const upstream = await startUpstream({ trusting: true, products: Number(process.argv[2] ?? "45") });
process.stdout.write(`upstream ${JSON.stringify(upstream.environment)}\n`);
