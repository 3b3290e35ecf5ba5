import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'

const JobLine = z.object({
  name: z.string(),
  /** When it last ran to its end, and how long that took. */
  lastRun: z.string().nullable(),
  milliseconds: z.number().nullable(),
  /** Null when no next time is foreseen. */
  nextDue: z.string().nullable(),
  /** Since it last ran; null when it did not fail. */
  failure: z.object({ at: z.string(), count: z.int(), error: z.string() }).nullable(),
})
/** One recurring job. */
export type JobLine = z.infer<typeof JobLine>

const Health = z.object({
  jobs: z.array(JobLine),
  mail: z.object({
    /** Whether a mail server is configured. */
    delivers: z.boolean(),
    /**
     * Not yet sent and not given up, how many of those have failed at least once, and when the oldest was
     * written.
     */
    waiting: z.int(),
    failing: z.int(),
    oldestWaiting: z.string().nullable(),
    notSent: z.int(),
    sentLastDay: z.int(),
  }),
  /** As the night's count found it; null before the first. */
  store: z
    .object({
      countedAt: z.string(),
      contents: z.int(),
      bytes: z.number(),
      unreferenced: z.int(),
      unreferencedBytes: z.number(),
      removed: z.int(),
      /** Documents whose content no longer matches the stored hash, by name and property. */
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
   * How far the replica that answers reports is behind, null while it is away; null as a whole where there is
   * none.
   */
  replica: z.object({ lagSeconds: z.number().nullable() }).nullable(),
  /** As of when the last backup is, and how many contents it lacks; null when none was taken. */
  backup: z.object({ takenAt: z.string(), lost: z.int() }).nullable(),
  /** This year and the next, where no holiday of theirs is known. */
  yearsWithoutHolidays: z.array(z.int()),
})
/** How the portal is. */
export type Health = z.infer<typeof Health>

export const getHealth = call({
  method: 'GET',
  path: '/api/Administration/Health',
  access: agency('admin'),
  answer: Health,
  summary: 'State of jobs, mail, file store and database',
})
