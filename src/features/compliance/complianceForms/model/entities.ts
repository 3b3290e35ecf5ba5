import { z } from 'zod'
import { declareReviewedEntity } from '#engines/review/model/index.ts'
import { entity, type Row } from '#kernel/model/entity.ts'
import { day, flag, id, longText, number, ref, requiredText, text } from '#kernel/model/field.ts'
import { formFacts } from './facts.ts'

/** A schedule: how often a form is due. */
export const ExhibitScheduleType = entity('ExhibitScheduleType', {
  table: 'exhibit_schedule_type',
  key: 'exhibitScheduleTypeId',
  label: 'Schedule of forms',
  fields: {
    exhibitScheduleTypeId: id('Schedule'),
    name: requiredText('Name', 100),
    /** The length of a period in months: 1, 3 or 12; null for a form that is filed once. */
    months: number('Months of a period', 1, 12),
    fiscal: flag('Ends with the fiscal year'),
  },
})

/**
 * A slot for documents of a form. Files that are uploaded together are assigned by the words in their names.
 */
const slot = z.object({
  clientKey: z.string().max(40).nullable(),
  name: requiredText('Document', 50),
  words: text('Words in names of files, with commas', 200),
  required: flag('Needed'),
})
export type Slot = z.infer<typeof slot>

/** A statement that the certificate contains. If it does not hold, an explanation is required. */
const question = z.object({ key: requiredText('Key', 40), text: requiredText('Statement', 400) })

/** A form that companies file, as the agency configured it (domain 24). */
export const Exhibit = entity('Exhibit', {
  table: 'exhibit',
  key: 'exhibitId',
  label: 'Form',
  fields: {
    exhibitId: id('Form'),
    code: requiredText('Code', 20),
    name: requiredText('Name', 200),
    exhibitScheduleTypeId: ref('Schedule', 'ExhibitScheduleType').unwrap(),
    dueDays: number('Due after the period, days', 0, 366).unwrap(),
    /**
     * The form is required of properties with any of these programs, or of all properties if the list is
     * empty.
     */
    federalTypeIds: z.array(z.int().min(1)).max(50).meta({ label: 'Programs', noun: 'Program' }),
    slots: z.array(slot).max(20).meta({ label: 'Documents', noun: 'Document' }),
    questions: z.array(question).max(40).meta({ label: 'Statements', noun: 'Statement' }),
    instruction: longText('Instruction', 2000),
    originalRequired: flag('The notarized original is sent'),
    active: flag('In use'),
  },
})
export type FormDefinition = Row<typeof Exhibit>

/** An exception from the rule for one form of one property. */
export const ProjectExhibitSettings = entity('ProjectExhibitSettings', {
  table: 'project_exhibit_settings',
  key: 'projectExhibitSettingsId',
  label: 'Setting of a form',
  fields: {
    projectExhibitSettingsId: id('Setting'),
    propertyId: id('Property'),
    exhibitId: ref('Form', 'Exhibit').unwrap(),
    /** Null if the programs of the property decide. */
    required: flag('Required').nullable(),
    startsOn: day('From periods that end on'),
    endsOn: day('Through periods that end on'),
    waivedYear: number('Waived for the year', 1990, 2200),
    exception: text('Why', 500),
    alwaysAllowEntry: flag('Entry is always allowed'),
  },
})

/** An answer to a statement: whether it holds, and an explanation if it does not. */
const answer = z.object({
  key: z.string().max(40),
  holds: z.boolean().nullable().meta({ label: 'Holds', kind: 'choice' }),
  explanation: text('Explanation', 2000),
})
export type StatementAnswer = z.infer<typeof answer>
const fileComment = z.object({ fileId: z.int(), comment: requiredText('Comment', 1000) })
export type FileComment = z.infer<typeof fileComment>

/** A form of a property for one period (domain 24). */
export const ProjectExhibit = declareReviewedEntity('ProjectExhibit', {
  table: 'project_exhibit',
  key: 'projectExhibitId',
  label: formFacts.label,
  fields: {
    projectExhibitId: id('Form'),
    propertyId: id('Property'),
    exhibitId: ref('Form', 'Exhibit').unwrap(),
    /** The last day of the period. */
    periodEnd: day('Period to').unwrap(),
    answers: z.array(answer).max(40).meta({ label: 'Statements', noun: 'Statement' }),
    certified: flag(
      'I certify, under penalties of perjury, that these statements and documents are true and complete.',
    ),
    signedBy: text('Signed by', 100),
    signerTitle: text('Title', 100),
    comments: longText('Comments', 2000),
    reviewComments: longText('Comments of the review', 2000),
    originalReceived: day('Notarized original received'),
    /** The reviewer's comments on documents, which are sent with a rejection. */
    fileComments: z
      .array(fileComment)
      .max(200)
      .nullable()
      .meta({ label: 'Comments on documents', noun: 'Document' }),
    /**
     * The comments sent with the last rejection; a document listed here does not count until it is replaced.
     */
    rejectedDocuments: z.array(fileComment).max(200).meta({ label: 'Rejected documents', noun: 'Document' }),
  },
  begunWith: ['exhibitId', 'periodEnd'],
  content: ['answers', 'certified', 'signedBy', 'signerTitle', 'comments'],
  review: ['reviewComments', 'originalReceived', 'fileComments'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
