import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'

const JobLine = z.object({
  name: z.string(),
  /** When the job last finished, and how long that took. */
  lastRun: z.string().nullable(),
  milliseconds: z.number().nullable(),
  /** The next time the job is due; null if there is none within 40 days. */
  nextDue: z.string().nullable(),
  /** The failures since the job last finished; null if there were none. */
  failure: z.object({ at: z.string(), count: z.int(), error: z.string() }).nullable(),
})
/** The state of a recurring job. */
export type JobLine = z.infer<typeof JobLine>

const Health = z.object({
  jobs: z.array(JobLine),
  mail: z.object({
    /** Whether a mail server is configured. */
    delivers: z.boolean(),
    /**
     * Mails that are neither sent nor given up, how many of these failed at least once, and when the oldest
     * was written.
     */
    waiting: z.int(),
    failing: z.int(),
    oldestWaiting: z.string().nullable(),
    notSent: z.int(),
    sentLastDay: z.int(),
  }),
  /** The result of the last nightly count of the file store; null before the first. */
  store: z
    .object({
      countedAt: z.string(),
      contents: z.int(),
      bytes: z.number(),
      unreferenced: z.int(),
      unreferencedBytes: z.number(),
      removed: z.int(),
      /** Documents whose content no longer matches the stored hash, by file name and property. */
      damaged: z.array(z.string()),
    })
    .nullable(),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.int(),
    mostConnections: z.int(),
    migrations: z.int(),
    lastMigration: z.string(),
    lastMigrationAt: z.string(),
  }),
  /**
   * How many seconds the replica for reports is behind; `lagSeconds` is null while it does not answer. Null
   * if there is no replica.
   */
  replica: z.object({ lagSeconds: z.number().nullable() }).nullable(),
  /**
   * The moment of the data in the last backup, and how many document contents it lacks. Null if there is no
   * backup.
   */
  backup: z.object({ takenAt: z.string(), lost: z.int() }).nullable(),
  /** Those of this year and the next year that have no holiday in the calendar. */
  yearsWithoutHolidays: z.array(z.int()),
})
/** The state of the portal: jobs, mail, file store, database and backup. */
export type Health = z.infer<typeof Health>

export const getHealth = call({
  method: 'GET',
  path: '/api/Administration/Health',
  access: agency('admin'),
  answer: Health,
  summary: 'State of jobs, mail, file store and database',
})
