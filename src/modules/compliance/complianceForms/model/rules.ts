import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Answer, FileComment, Form } from './entities.ts'

/**
 * Rules of a compliance form as plain functions; the browser and the server run the same ones (domain 24).
 */

export type Content = { answers: readonly Answer[]; certified: boolean; signedBy: string | null }
export type Known = {
  exhibit: Pick<Form, 'slots' | 'questions' | 'originalRequired'>
  files: readonly { fileId: number; documentType: string | null }[]
  rejectedDocuments: readonly FileComment[]
  /** Whether it may be entered now, and until when it could be. */
  entryOpen: boolean
  entryCloses: string
  periodOver: boolean
}

/** CMF-1: each needed place has a document that nothing is said against. */
export const missingSlots = ({
  exhibit,
  files,
  rejectedDocuments,
}: Pick<Known, 'exhibit' | 'files' | 'rejectedDocuments'>) => {
  const refused = new Set(rejectedDocuments.map((rejectedDocument) => rejectedDocument.fileId))
  const filled = new Set(files.filter((file) => !refused.has(file.fileId)).map((file) => file.documentType))
  return exhibit.slots.filter((slot) => slot.required && !filled.has(slot.name)).map((slot) => slot.name)
}

/** CMF-2: each statement is answered, and explained where it does not hold (1.42-5(c)). */
function answerFaults({ answers }: Content, { exhibit }: Known): Fault[] {
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

/** Everything that keeps a form from being submitted, all at once, each with its field. */
export function submitFaults(content: Content, filing: Known): Fault[] {
  const missing = missingSlots(filing)
  return [
    ...entryFaults(filing),
    ...answerFaults(content, filing),
    ...(missing.length > 0 ? [{ field: 'documents', message: `Upload: ${missing.join(', ')}.` }] : []),
    ...(content.certified ? [] : [{ field: 'certified', message: 'Please certify the form.' }]),
    ...(content.signedBy?.trim() ? [] : [{ field: 'signedBy', message: REQUIRED }]),
  ]
}

/**
 * CMF-3: a form is entered once its period is over, and until its time is over, unless its property may enter
 * it always.
 */
export function entryFaults({
  entryOpen,
  entryCloses,
  periodOver,
}: Pick<Known, 'entryOpen' | 'entryCloses' | 'periodOver'>): Fault[] {
  if (entryOpen) return []
  const message = periodOver
    ? `This form could be entered until ${formatDate(entryCloses, 'MM/DD/YYYY')}. Ask the agency to allow its entry.`
    : 'This form is entered once its period is over.'
  return [{ field: '', message }]
}

/** CMF-4: what asks for a notarized original is approved once it has arrived. */
export const originalFaults = (
  { originalReceived }: { originalReceived: string | null },
  { exhibit }: Pick<Known, 'exhibit'>,
) =>
  exhibit.originalRequired &&
  originalReceived === null && { at: 'originalReceived', say: 'The notarized original has not arrived.' }
