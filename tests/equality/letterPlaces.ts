import type { LetterData } from '#core/correspondence/letters/model/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { formatPartCode } from '#features/statements/surplusCash/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Entry, type FigureReader, type Figures, getFigures } from './asking.ts'
import { allReviews, findMentionedFigures } from './letterFigures.ts'
import type { Place } from './place.ts'

type Detail = Readonly<Record<string, unknown>> & { propertyId: number; year?: number; asOf?: string | null }
type Letter = { detail: Detail; data: LetterData }

const MAX_RECORDS = 12
const REASON = 'Because of what is said here.'

/** Returns the review of a kind of record by its name. */
const findReview = (name: string) => {
  const review = allReviews.find((item) => item.name === name)
  if (!review) throw new Error(`There is no review “${name}”.`)
  return review
}

/** Reads the letters that a step would send for the records that are under review. */
async function readLetters(ask: FigureReader, name: string, steps: readonly string[]): Promise<Letter[]> {
  const review = findReview(name)
  const { preview, list } = review.calls
  // Refuses a person who may preview nothing, whatever records they see.
  await ask.preview(preview.path, { id: 0, step: steps[0]!, reason: REASON })
  const lines = (await ask.get<{ statusId: number }[]>(list.path)).filter(({ statusId }) =>
    [RequestStatus.UNDER_REVIEW, RequestStatus.REVIEWED].some((status) => status === statusId),
  )
  const letters: Letter[] = []
  for (const line of lines.slice(0, MAX_RECORDS))
    for (const step of steps) {
      const id = getReviewKey(review.entity, line)
      const answer = await ask.preview<{ detail: Detail; letter: { data: LetterData } | null }>(
        preview.path,
        {
          id,
          step,
          reason: REASON,
        },
      )
      if (answer?.letter) letters.push({ detail: answer.detail, data: answer.letter.data })
    }
  return letters
}

/** Reads the sum that a text of a letter says. */
const readSum = (text: unknown): number | undefined => findMentionedFigures(String(text)).sums[0]

/** The table row of a letter that begins with a line of the computation. */
function findRow({ body }: LetterData, line: string): Record<string, unknown> | undefined {
  const rows = (body ?? []).flatMap((item) =>
    item !== null && typeof item === 'object' && 'rows' in item
      ? (item.rows as readonly Record<string, unknown>[])
      : [],
  )
  return rows.find((row) => row.line === line)
}

/** A part of the computation in the denial letters of distribution requests of the last year. */
export const createDistributionLetterPlace = (code: 'b1' | 'b4'): Place => ({
  name: `Denial letter of a distribution request: ${formatPartCode(code)}`,
  isOfAgency: true,
  read: async (ask) =>
    getFigures(
      (await readLetters(ask, 'distribution', ['deny'])).flatMap(({ detail, data }): Entry[] => {
        const amount = readSum(findRow(data, formatPartCode(code))?.amount)
        // B1 is not below 0, so that 0 may stand for a deficit.
        const isComparable = detail.year === ask.year && !detail.asOf && (code !== 'b1' || amount !== 0)
        return isComparable ? [[detail.propertyId, amount]] : []
      }),
    ),
})

/** The balance of a reserve before a release, as the letters of approvals state it after the release. */
export const createReleaseLetterPlace = (
  place: string,
  reviewNames: readonly string[],
  reserve: string,
): Place => ({
  name: place,
  isOfAgency: true,
  read: async (ask): Promise<Figures> => {
    const entries: Entry[] = []
    for (const name of reviewNames)
      for (const { detail, data } of await readLetters(ask, name, ['approve', 'approveDirectly'])) {
        const text = JSON.stringify(data.body)
        const { balance, amountApproved, amountReleased, reserve: named = reserve } = data.values ?? {}
        if (!text.includes('{{balance}}') || named !== reserve) continue
        entries.push([detail.propertyId, readSum(balance)! + readSum(amountApproved ?? amountReleased)!])
      }
    return getFigures(entries)
  },
})
