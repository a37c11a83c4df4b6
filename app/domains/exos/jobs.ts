import { ageOf, type Moment, momentOf, readJson, toText } from "#app/values/values.ts";
import type { ExoHistory } from "#contract/exos.ts";
import { historyCodeOf, jobsDoneCode, jobsStartedCode } from "./historyCatalogue.ts";
import { type Exo, type Job, type Stream, sameCode, stepOf, streamOf } from "./model.ts";

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
    .sort((one, other) => ageOf(one.at) - ageOf(other.at) || one.index - other.index);
export type HistoryEntry = ReturnType<typeof oldestFirst>[number];

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

const failedStatuses = new Set(["failed"]);

/** Progress of one job. Times in ISO. */
function toProgress(job: Job, track: Track | undefined, exo: Exo) {
  const { starts = [], ends = [], failure } = track ?? {};
  const startedAt = starts.at(-1);
  const finishedAt = ends.at(-1);
  const isDone = ends.length > 0 && (starts.length <= ends.length || ageOf(startedAt) <= ageOf(finishedAt));
  const started = starts.length > 0;
  const failed = failure !== undefined || (started && !isDone && failedStatuses.has(exo.status.code));
  const state: JobState = failed ? "failed" : isDone ? "completed" : started ? "running" : "upcoming";
  const took = isDone ? ageOf(finishedAt) - ageOf(startedAt) : Number.NaN;
  return {
    job,
    state,
    runs: Math.max(starts.length, ends.length),
    startedAt: startedAt || undefined,
    finishedAt: (isDone && finishedAt) || undefined,
    /** Of the last finished run. */
    tookMs: Number.isFinite(took) && took >= 0 ? took : undefined,
    failure,
  };
}
export type JobProgress = ReturnType<typeof toProgress>;
type JobState = "completed" | "running" | "upcoming" | "failed";

export function failedJobOf(exo: Exo, { streams }: Progress): JobProgress | undefined {
  if (!failedStatuses.has(exo.status.code)) return undefined;
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
  const shown = ["return/automatic", "return/manual"].flatMap((code) => streamOf(code) ?? []).filter(isShown);
  const triageOnly = streamOf("return");
  if (triageOnly && shown.length === 0 && (current === triageOnly || tracks.has("triage")))
    shown.push(triageOnly);
  const listed = new Set<string>(shown.flatMap(({ jobs }) => jobs));
  const others = [...tracks.keys()].filter((key) => !listed.has(key));
  const isUnknown = current === undefined && exo.stream.code !== "";
  const rest = {
    code: exo.stream.code,
    label: isUnknown ? exo.stream.code : "Other jobs",
    jobs: others,
    known: !isUnknown,
  };
  const all = [
    ...shown.map((stream) => ({ ...stream, known: true })),
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
