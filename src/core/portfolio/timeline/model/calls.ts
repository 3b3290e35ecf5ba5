import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id } from '#kernel/model/field.ts'

const line = z.object({
  /** A key that is unique within an answer. */
  key: z.string(),
  /** The day in the agency's time zone. If only the day of an event is known, `at` is its first moment. */
  day: z.string(),
  at: z.string(),
  subject: z.string(),
  /** A description of the event. */
  words: z.string(),
  userName: z.string().nullable(),
  /** The path of the record's screen. */
  to: z.string().nullable(),
})
/** An event in the timeline of a property. */
export type TimelineLine = z.infer<typeof line>

const optionalText = z.string().max(200).optional()
const timelineQuery = z.object({
  propertyId: id('Property'),
  search: optionalText,
  /** Filters by exactly this subject; `subject` filters by a part of it. */
  about: optionalText,
  subject: optionalText,
  words: optionalText,
  userName: optionalText,
  dayFrom: day('From').optional(),
  dayTo: day('To').optional(),
  sortBy: z.enum(['day', 'subject', 'words', 'userName']).optional(),
  descending: z.boolean().optional(),
  startRow: z.int().min(0).optional(),
  /** The number of rows; 0 or a missing value means all (CAL-16). */
  fetchCount: z.int().min(0).optional(),
})
export type TimelineQuery = z.infer<typeof timelineQuery>

export const getPropertyTimeline = call({
  method: 'GET',
  path: '/api/PropertyTimeline/GetPage',
  access: signedIn,
  query: timelineQuery,
  answer: z.object({
    rows: z.array(line),
    total: z.int(),
    /** The subjects of all events, regardless of the filters. */
    subjects: z.array(z.string()),
    /** The number of events in each year, regardless of the filters. */
    years: z.record(z.string(), z.int()),
  }),
  summary: 'The timeline of a property, newest first, with the entries the caller may read',
})
