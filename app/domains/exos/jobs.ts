import { type Moment, momentOf, plural, readJson, shorten, timeOf, toText } from "#app/core/values/values.ts";
import type { ExoHistory } from "#contract/exos.ts";
import { historyCodeOf, jobsDoneCode, jobsStartedCode, unhandledCode } from "./historyCatalogue.ts";
import {
  type Exo,
  failed as failedStatus,
  type Job,
  type Stream,
  sameCode,
  stepOf,
  streamOf,
} from "./model.ts";

/** The runs of a job; `failure` is that of its last run, with its own message, and what to do about it. */
type Track = {
  starts: Moment[];
  ends: Moment[];
  failedAt?: number;
  failure?: { words: string; message: string; advice: string };
};

const nameIn = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return toText(value);
  const entry = new Map<string, unknown>(Object.entries(value));
  return toText(entry.get("name") ?? entry.get("key") ?? entry.get("code") ?? entry.get("job"));
};

/**
 * The jobs listed by a history record: `meta.jobs` is a JSON string with a list
 * (returns#meta-jobs). A list instead of a string is accepted, too; undefined if unreadable.
 */
export function jobsIn(meta: ExoHistory["meta"]): string[] | undefined {
  const given: unknown = meta?.jobs;
  const list = typeof given === "string" ? readJson(given) : given;
  return Array.isArray(list) ? list.map(nameIn).filter(Boolean) : undefined;
}

/** The history in order of time; `index` is a record's place as it was sent. */
export const oldestFirst = (histories: readonly ExoHistory[]) =>
  histories
    .map((record, index) => ({
      record,
      index,
      code: toText(record.action),
      at: momentOf(record.created_at),
    }))
    .sort((one, other) => timeOf(one.at) - timeOf(other.at) || one.index - other.index);
export type HistoryEntry = ReturnType<typeof oldestFirst>[number];

function beneathOf(code: string, meta: ExoHistory["meta"]): string {
  if (code === unhandledCode) return toText(meta?.message);
  if (code !== jobsStartedCode && code !== jobsDoneCode) return "";
  const jobs = jobsIn(meta);
  if (jobs) return jobs.map((name) => stepOf(name).name).join(", ");
  const text = toText(meta?.jobs);
  return text === "" ? "This record names no jobs." : `The list of jobs is not readable: ${text}`;
}

const maxMessageLength = 4000;

/** One history record in words. A code without words is shown by its message, if short enough for a title. */
export function toRecord({ record, index, code, at }: HistoryEntry, maxTitleLength: number) {
  const { words, advice = "", colour } = historyCodeOf(code);
  const text = toText(record.message);
  const beneath = beneathOf(code, record.meta);
  const isTitle = words === code && text !== "" && text.length <= maxTitleLength;
  return {
    // Counted from the oldest, so that a record keeps its key when newer ones are added.
    key: String(index),
    action: shorten(code, 120),
    words: isTitle ? text : shorten(words, 200) || "Record",
    message: isTitle || text === beneath ? "" : shorten(text, maxMessageLength),
    /** Shown below: the jobs of a record, or the message of an unhandled failure. */
    beneath: shorten(beneath, maxMessageLength),
    advice,
    colour,
    at,
  };
}
export type RecordView = ReturnType<typeof toRecord>;

// A known job's code is its key, however a record spells it.
const keyOf = (job: Job): string => sameCode(job.code);

function readTracks(entries: readonly HistoryEntry[]): { tracks: Map<string, Track>; unreadable: number } {
  const tracks = new Map<string, Track>();
  const names = new Map<string, Job>();
  let unreadable = 0;
  const trackOf = (name: string): Track => {
    const job = stepOf(name);
    const key = keyOf(job);
    names.set(key, job);
    const track = tracks.get(key) ?? { starts: [], ends: [] };
    tracks.set(key, track);
    return track;
  };
  for (const [order, { record, code, at }] of entries.entries()) {
    const { meta } = record;
    const isStart = code === jobsStartedCode;
    if (isStart || code === jobsDoneCode) {
      const jobs = jobsIn(meta);
      if (jobs === undefined) unreadable += 1;
      for (const name of jobs ?? []) {
        const track = trackOf(name);
        (isStart ? track.starts : track.ends).push(at ?? "");
        // A restarted or finished job is no longer failed.
        if (track.failedAt !== undefined && track.failedAt < order) {
          delete track.failedAt;
          delete track.failure;
        }
      }
      continue;
    }
    const { colour, words, advice = "", jobs: ofCode } = historyCodeOf(code);
    if (colour !== "danger") continue;
    const named = nameIn(meta?.job) || undefined;
    const jobs = named === undefined ? (ofCode ?? jobsIn(meta) ?? []) : [named];
    for (const name of jobs) {
      const track = trackOf(name);
      track.failedAt = order;
      track.failure = { words, message: toText(record.message), advice };
    }
  }
  return { tracks, unreadable };
}

/** Progress of one job. Times in ISO. */
function toProgress(job: Job, track: Track | undefined, exo: Exo) {
  const { starts = [], ends = [], failure } = track ?? {};
  const startedAt = starts.at(-1);
  const finishedAt = ends.at(-1);
  const isDone = ends.length > 0 && (starts.length <= ends.length || timeOf(startedAt) <= timeOf(finishedAt));
  const started = starts.length > 0;
  const failed = failure !== undefined || (started && !isDone && exo.status.code === failedStatus);
  const state: JobState = failed ? "failed" : isDone ? "completed" : started ? "running" : "upcoming";
  const took = isDone ? timeOf(finishedAt) - timeOf(startedAt) : Number.NaN;
  return {
    job,
    state,
    runs: Math.max(starts.length, ends.length),
    startedAt: startedAt || undefined,
    /** Of the last finished run. */
    tookMs: Number.isFinite(took) && took >= 0 ? took : undefined,
    failure,
  };
}
export type JobProgress = ReturnType<typeof toProgress>;
type JobState = "completed" | "running" | "upcoming" | "failed";

export function failedJobOf(exo: Exo, { streams }: Progress): JobProgress | undefined {
  if (exo.status.code !== failedStatus) return undefined;
  const jobs = streams.flatMap((stream) => stream.jobs);
  return jobs.find(({ job }) => keyOf(job) === keyOf(exo.step));
}

/** 'tried 3 times'; empty after the first try. */
export const triedWords = (job: JobProgress | undefined): string =>
  job && job.runs > 1 ? `tried ${job.runs} times` : "";

/**
 * The progress of an EXO by stream: its current stream, those whose own jobs have run, and jobs
 * without a stream (returns#jobs). A job is started when 'process:jobs' lists it, finished when
 * 'process:jobs-done' does, failed when a red record names it or the EXO failed while it ran.
 */
export function progressOf(exo: Exo, histories: readonly ExoHistory[]) {
  const { tracks, unreadable } = readTracks(oldestFirst(histories));
  const current = streamOf(exo.stream.code);
  const isShown = (stream: Stream) =>
    stream === current || stream.jobs.slice(1).some((code) => tracks.has(code));
  const visible = ["return/automatic", "return/manual"]
    .flatMap((code) => streamOf(code) ?? [])
    .filter(isShown);
  const triageOnly = streamOf("return");
  if (triageOnly && visible.length === 0 && (current === triageOnly || tracks.has("triage")))
    visible.push(triageOnly);
  const listed = new Set<string>(visible.flatMap(({ jobs }) => jobs));
  const others = [...tracks.keys()].filter((key) => !listed.has(key));
  const isUnknown = current === undefined && exo.stream.code !== "";
  const rest = {
    code: exo.stream.code,
    label: isUnknown ? exo.stream.code : "Other jobs",
    jobs: others,
    isKnown: !isUnknown,
  };
  const all = [
    ...visible.map((stream) => ({ ...stream, isKnown: true })),
    ...(others.length > 0 || isUnknown ? [rest] : []),
  ];
  return {
    streams: all.map(({ jobs, ...stream }) => ({
      ...stream,
      jobs: jobs.map((code: string) => toProgress(stepOf(code), tracks.get(code), exo)),
    })),
    /** Number of job records that could not be read; they are in the history. */
    unreadable,
  };
}
export type Progress = ReturnType<typeof progressOf>;

/** '0.4 s', '12 s', '3 min', '2 h', '5 days'. */
export function shownDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Math.max(0.1, Math.round(seconds * 10) / 10)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

function toJobView({ job, state, runs, startedAt, tookMs, failure }: JobProgress) {
  const notes = [
    runs > 1 ? `Run ${plural(runs, "time", "times")}` : "",
    state === "completed" && tookMs !== undefined ? `took ${shownDuration(tookMs)}` : "",
  ].filter(Boolean);
  const text = notes.join(", ");
  return {
    key: job.code,
    name: shorten(job.name, 120),
    description: job.description,
    state,
    notes: text.charAt(0).toUpperCase() + text.slice(1),
    since: state === "running" ? startedAt : undefined,
    failure:
      state === "failed"
        ? (failure ?? { words: "The EXO failed while this job ran.", message: "", advice: "" })
        : undefined,
  };
}

export type JobView = ReturnType<typeof toJobView>;

export function toStreamViews({ streams }: Progress) {
  return streams.map(({ code, label, isKnown, jobs }) => {
    const done = jobs.filter(({ state }) => state === "completed").length;
    return {
      key: `${code} ${label}`,
      label: shorten(label, 80),
      isKnown,
      about: jobs.length === 0 ? "" : `${done} of ${plural(jobs.length, "job", "jobs")} finished`,
      jobs: jobs.map(toJobView),
    };
  });
}

export type StreamView = ReturnType<typeof toStreamViews>[number];

/** Why an EXO waits for a person: its job that failed last; undefined if none has. */
export function jobFailureOf({ streams }: Progress): JobView["failure"] {
  const failed = streams.flatMap(({ jobs }) => jobs.filter(({ state }) => state === "failed")).at(-1);
  return failed && toJobView(failed).failure;
}
