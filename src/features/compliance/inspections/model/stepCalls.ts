import { z } from 'zod'
import { letterLine, mailLine } from '#engines/review/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, decimal, flag, id, longText, number } from '#kernel/model/field.ts'
import { getDetail } from './calls.ts'
import { UnitStatus } from './entities.ts'

const version = number('Version').optional()
const reason = longText('Reason', 2000).unwrap()
/** Declares a call that changes one record and answers with the inspection as it is afterwards. */
const declareStepCall = <Body extends z.ZodRawShape>(
  path: string,
  label: string,
  body: Body,
  summary: string,
  access: ReturnType<typeof agency> = agency('write'),
) =>
  call({
    method: 'POST' as const,
    path: `/api/${path}/:id`,
    access,
    params: z.object({ id: id(label) }),
    body: z.object({ ...body, version }),
    answer: getDetail.answer,
    summary,
  })

export const drawSample = declareStepCall(
  'ComplianceInspection/DrawSample',
  'Inspection',
  { reason: longText('Reason', 1000).optional() },
  'Draw the units of the sample; drawing it again requires a reason',
)
export const recordVisit = declareStepCall(
  'ComplianceInspection/RecordVisit',
  'Inspection',
  {
    visitedOn: day('Visited').unwrap(),
    score: decimal('Score').optional(),
    buildingsLookedAt: number('Buildings looked at', 0, 1000).optional(),
    filesReviewed: number('Files reviewed', 0, 5000).optional(),
    comments: longText('Comments for the report', 4000).optional(),
  },
  'Record that the visit took place: day, score and what was inspected',
)
export const issueReport = declareStepCall(
  'ComplianceInspection/IssueReport',
  'Inspection',
  { words: longText('Words added to the letter', 4000).optional() },
  'Issue the report: sets cure dates and forms, posts and mails the letter',
)
export const previewReport = call({
  ...issueReport,
  path: '/api/ComplianceInspection/PreviewReport/:id',
  answer: z.object({ detail: getDetail.answer, letter: letterLine.nullable(), mails: z.array(mailLine) }),
  summary: 'The report as it would be issued: letter, mails and dates; nothing is changed',
})
export const sendAnswer = declareStepCall(
  'ComplianceInspection/SendAnswer',
  'Inspection',
  { words: longText('Words added to the letter', 4000).optional() },
  'Reply to the owner: what was accepted, what is asked again, what is still open and until when',
)
export const extendCure = declareStepCall(
  'ComplianceInspection/ExtendCure',
  'Inspection',
  { until: day('Time to cure until').unwrap(), reason },
  'Extend the time to cure of an inspection’s forms and open findings, for cause',
)
export const closeInspection = declareStepCall(
  'ComplianceInspection/Close',
  'Inspection',
  {},
  'Close an inspection without open items, with the close-out letter',
)
export const reopenInspection = declareStepCall(
  'ComplianceInspection/Reopen',
  'Inspection',
  { reason },
  'Reopen a closed inspection',
  agency('manager'),
)
export const planFollowUp = declareStepCall(
  'ComplianceInspection/PlanFollowUp',
  'Inspection',
  { month: day('Month').unwrap() },
  'Plan a re-inspection of the findings; returns the new inspection',
)

export const recordSampleUnit = declareStepCall(
  'InspectionUnit/LookAt',
  'Unit',
  {
    statusId: number('State', UnitStatus.WAITING, UnitStatus.NO_ENTRY).unwrap(),
    note: longText('Note', 300).optional(),
    fileReviewed: flag('File reviewed').optional(),
    substitute: flag('Offer a substitute').optional(),
  },
  'Record that a unit was inspected, or that nobody was home, with a reason and an optional substitute',
)

const findingPath = 'InspectionFinding'
export const answerFinding = declareStepCall(
  `${findingPath}/Answer`,
  'Finding',
  { response: longText('Answer', 4000).unwrap(), correctedOn: day('Corrected').optional() },
  'Answer a finding as the owner, with the date of correction',
  permission('Inspection', 'write'),
)
export const acceptFinding = declareStepCall(
  `${findingPath}/Accept`,
  'Finding',
  {},
  'Accept the answer and close the finding',
)
export const rejectAnswer = declareStepCall(
  `${findingPath}/AskAgain`,
  'Finding',
  { reason },
  'Ask the owner again because the answer is not sufficient, with a text',
)
export const remindOwner = declareStepCall(
  `${findingPath}/Remind`,
  'Finding',
  {},
  'Remind the owner of all unanswered findings of the inspection in one mail; once a day',
)
export const extendFinding = declareStepCall(
  `${findingPath}/Extend`,
  'Finding',
  { until: day('Cure by').unwrap(), reason },
  'Set a later cure date of a finding, with a reason; not beyond the time to cure',
)

const formPath = 'Inspection8823Date'
export const correctForm = declareStepCall(
  `${formPath}/Correct`,
  'Form',
  { correctedOn: day('Corrected').unwrap() },
  'Record since when the building is corrected',
)
export const withdrawForm = declareStepCall(
  `${formPath}/Withdraw`,
  'Form',
  { reason },
  'Withdraw a Form 8823 that was added in error and is not filed, with a reason',
  agency('manager'),
)
export const fileForm = declareStepCall(
  `${formPath}/File`,
  'Form',
  { filedOn: day('Filed').unwrap(), second: flag('Second form').optional() },
  'Record that Form 8823 was filed (once; a later correction once more, with a second form). The form is stored as filed',
)
