import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { FileComment, FormDefinition, StatementAnswer } from './entities.ts'

/**
 * Rules of a compliance form as plain functions; the browser and the server run the same ones (domain 24).
 */

/** The entered values of a form that the rules check. */
export type FormContent = { answers: readonly StatementAnswer[]; certified: boolean; signedBy: string | null }
/** The facts that the rules need besides the entered values. */
export type FormFilingFacts = {
  exhibit: Pick<FormDefinition, 'slots' | 'questions' | 'originalRequired'>
  files: readonly { fileId: number; documentType: string | null }[]
  rejectedDocuments: readonly FileComment[]
  /** Whether the form can be entered now. `entryCloses` is the last day of its entry time. */
  entryOpen: boolean
  entryCloses: string
  periodOver: boolean
}

/** CMF-1: returns the required slots without a document, or with rejected documents only. */
export const getMissingSlots = ({
  exhibit,
  files,
  rejectedDocuments,
}: Pick<FormFilingFacts, 'exhibit' | 'files' | 'rejectedDocuments'>) => {
  const rejectedIds = new Set(rejectedDocuments.map((rejectedDocument) => rejectedDocument.fileId))
  const filledSlots = new Set(
    files.filter((file) => !rejectedIds.has(file.fileId)).map((file) => file.documentType),
  )
  return exhibit.slots.filter((slot) => slot.required && !filledSlots.has(slot.name)).map((slot) => slot.name)
}

/** CMF-2: each statement is answered, and explained if it does not hold (1.42-5(c)). */
function getAnswerFaults({ answers }: FormContent, { exhibit }: FormFilingFacts): Fault[] {
  return exhibit.questions.flatMap(({ key }, index): Fault[] => {
    const answer = answers.find((item) => item.key === key)
    if (answer?.holds === null || answer === undefined)
      return [{ field: `answers.${index}.holds`, message: REQUIRED }]
    if (answer.holds || answer.explanation?.trim()) return []
    return [
      { field: `answers.${index}.explanation`, message: 'Say why it is not met, and what is done about it.' },
    ]
  })
}

/** Returns all faults that prevent a form from being submitted, each with its field. */
export function getFormFaults(content: FormContent, filing: FormFilingFacts): Fault[] {
  const missing = getMissingSlots(filing)
  return [
    ...getEntryFaults(filing),
    ...getAnswerFaults(content, filing),
    ...(missing.length > 0 ? [{ field: 'documents', message: `Upload: ${missing.join(', ')}.` }] : []),
    ...(content.certified ? [] : [{ field: 'certified', message: 'Please certify the form.' }]),
    ...(content.signedBy?.trim() ? [] : [{ field: 'signedBy', message: REQUIRED }]),
  ]
}

/**
 * CMF-3: a form can be entered after its period until its entry time is over, unless its property may always
 * enter it.
 */
export function getEntryFaults({
  entryOpen,
  entryCloses,
  periodOver,
}: Pick<FormFilingFacts, 'entryOpen' | 'entryCloses' | 'periodOver'>): Fault[] {
  if (entryOpen) return []
  const message = periodOver
    ? `This form could be entered until ${formatDate(entryCloses, 'MM/DD/YYYY')}. Ask the agency to allow its entry.`
    : 'This form is entered once its period is over.'
  return [{ field: '', message }]
}

/** CMF-4: a form that requires a notarized original can be approved only after it has arrived. */
export const getOriginalFault = (
  { originalReceived }: { originalReceived: string | null },
  { exhibit }: Pick<FormFilingFacts, 'exhibit'>,
) =>
  exhibit.originalRequired &&
  originalReceived === null && {
    field: 'originalReceived',
    message: 'The notarized original has not arrived.',
  }
