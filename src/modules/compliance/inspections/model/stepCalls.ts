import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, decimal, flag, id, longText, number } from '#kernel/model/field.ts'
import { getDetail } from './calls.ts'
import { UnitStatus } from './entities.ts'

const version = number('Version').optional()
const reason = longText('Reason', 2000).unwrap()
const step = <Body extends z.ZodRawShape>(
  path: string,
  label: string,
  body: Body,
  summary: string,
  access: ReturnType<typeof agency> = agency('write'),
) =>
  call({
    ...{ method: 'POST' as const, path: `/api/${path}/:id`, access, params: z.object({ id: id(label) }) },
    body: z.object({ ...body, version }),
    answer: getDetail.answer,
    summary,
  })

export const drawSample = step(
  'ComplianceInspection/DrawSample',
  'Inspection',
  { reason: longText('Reason', 1000).optional() },
  'Draws the units of the sample; once more only with a reason',
)
export const recordVisit = step(
  'ComplianceInspection/RecordVisit',
  'Inspection',
  {
    visitedOn: day('Visited').unwrap(),
    score: decimal('Score').optional(),
    buildingsLookedAt: number('Buildings looked at', 0, 1000).optional(),
    filesReviewed: number('Files reviewed', 0, 5000).optional(),
    comments: longText('Words for the report', 4000).optional(),
  },
  'The visit was made: its day, score and what was looked at',
)
export const issueReport = step(
  'ComplianceInspection/IssueReport',
  'Inspection',
  { words: longText('Words added to the letter', 4000).optional() },
  'Issues the report: cure days and forms follow from its day, the letter is posted and mailed',
)
export const sendAnswer = step(
  'ComplianceInspection/SendAnswer',
  'Inspection',
  { words: longText('Words added to the letter', 4000).optional() },
  'Answers the owner: what was accepted, what is asked again, what is open and until when',
)
export const extendCure = step(
  'ComplianceInspection/ExtendCure',
  'Inspection',
  { until: day('Time to cure until').unwrap(), reason },
  'Extends the time to cure for cause, of its forms and its open findings',
)
export const closeInspection = step(
  'ComplianceInspection/Close',
  'Inspection',
  {},
  'Closes an inspection of which nothing is open, with the close-out letter',
)
export const reopenInspection = step(
  'ComplianceInspection/Reopen',
  'Inspection',
  { reason },
  'Opens a closed inspection again',
  agency('manager'),
)
export const planAgain = step(
  'ComplianceInspection/PlanFollowUp',
  'Inspection',
  { month: day('Month').unwrap() },
  'Plans a re-inspection of what was found; answers the new inspection',
)

export const lookAtUnit = step(
  'InspectionUnit/LookAt',
  'Unit',
  {
    statusId: number('State', UnitStatus.WAITING, UnitStatus.NO_ENTRY).unwrap(),
    note: longText('Note', 300).optional(),
    fileReviewed: flag('File reviewed').optional(),
    substitute: flag('Offer a substitute').optional(),
  },
  'A unit was looked at, or nobody was home, with a reason and perhaps a substitute',
)

const onFinding = 'InspectionFinding'
export const answerFinding = step(
  `${onFinding}/Answer`,
  'Finding',
  { response: longText('Answer', 4000).unwrap(), correctedOn: day('Corrected').optional() },
  'The owner answers a finding and says when it was corrected',
  permission('Inspection', 'write'),
)
export const acceptFinding = step(`${onFinding}/Accept`, 'Finding', {}, 'The answer is accepted: the finding is closed')
export const askAgain = step(
  `${onFinding}/AskAgain`,
  'Finding',
  { reason },
  'The answer is not enough: the finding waits for the owner again, with the words',
)
export const extendFinding = step(
  `${onFinding}/Extend`,
  'Finding',
  { until: day('Cure by').unwrap(), reason },
  'A later cure day of a finding, with its reason; not beyond the time to cure',
)

const onForm = 'Inspection8823Date'
export const correctForm = step(
  `${onForm}/Correct`,
  'Form',
  { correctedOn: day('Corrected').unwrap() },
  'The building is corrected since a day',
)
export const fileForm = step(
  `${onForm}/File`,
  'Form',
  { filedOn: day('Filed').unwrap(), second: flag('Second form').optional() },
  'Form 8823 is filed, once; a later correction is reported once with a second form. The form is stored as it was filed',
)
