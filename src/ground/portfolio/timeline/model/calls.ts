import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id } from '#kernel/model/field.ts'

const line = z.object({
  /** Unique within an answer. */
  key: z.string(),
  /** The day at the agency; an event known only by its day has the day's first moment. */
  day: z.string(),
  at: z.string(),
  subject: z.string(),
  /** What happened. */
  words: z.string(),
  userName: z.string().nullable(),
  /** The screen of the record, a path of the app. */
  to: z.string().nullable(),
})
/** Something that happened to a property. */
export type TimelineLine = z.infer<typeof line>

const zodOptional = z.string().max(200).optional()
const zodObject = z.object({
  propertyId: id('Property'),
  search: zodOptional,
  /** Exactly this subject. */
  about: zodOptional,
  subject: zodOptional,
  words: zodOptional,
  userName: zodOptional,
  dayFrom: day('From').optional(),
  dayTo: day('To').optional(),
  sortBy: z.enum(['day', 'subject', 'userName']).optional(),
  descending: z.boolean().optional(),
  startRow: z.int().min(0).optional(),
  /** 0 and a missing value mean all (CAL-16). */
  fetchCount: z.int().min(0).optional(),
})
export type WantedTimeline = z.infer<typeof zodObject>

export const getPropertyTimeline = call({
  method: 'GET',
  path: '/api/PropertyTimeline/GetPage',
  access: signedIn,
  query: zodObject,
  answer: z.object({
    rows: z.array(line),
    total: z.int(),
    /** The subjects of all events, regardless of the filters. */
    subjects: z.array(z.string()),
    /** How much happened in each year, whether it passes the filters or not. */
    years: z.record(z.string(), z.int()),
  }),
  summary: 'The timeline of a property, newest first, with the entries the caller may read',
})
