import { modules } from '#app/registry.ts'
import type { LetterData } from '#core/correspondence/letters/model/index.ts'
import { type AnyReview, getReviewKey } from '#engines/review/model/index.ts'
import { getRemaining, getRequestedBasis } from '#features/statements/distributionRequest/model/basis.ts'
import type { Detail as DistributionDetail } from '#features/statements/distributionRequest/model/requests.ts'
import { agencyDay, parseDay } from '#kernel/model/dates.ts'
import type { Portal } from '#tests/portal.ts'

/** The preview of a step: the record after it, the letter, and the mails. */
type Preview = {
  detail: Record<string, unknown>
  letter: { data: LetterData } | null
  mails: { subject: string; text: string }[]
}
type ListLine = { statusId: number; requestNumber: string }

/** The sums and days that a text mentions. */
export type MentionedFigures = { sums: number[]; days: string[] }

const SUM = /\(?-?\$-?([\d,]+(?:\.\d\d)?)\)?/g
const DAY = /\b\d\d\/\d\d\/\d{4}\b/g
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const LONG_DAY = new RegExp(String.raw`\b(?:${MONTHS}) \d{1,2}, \d{4}\b`, 'g')

const parseLongDay = (text: string): string => {
  const [, month = '', day = '', year = ''] = /(\w+) (\d+), (\d+)/.exec(text) ?? []
  const number = MONTHS.split('|').indexOf(month) + 1
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Reads the sums and the days that a text mentions. */
export const findMentionedFigures = (text: string): MentionedFigures => ({
  sums: [...text.matchAll(SUM)].map(([, digits = '']) => Number(digits.replaceAll(',', ''))),
  days: [
    ...[...text.matchAll(DAY)].map(([day]) => parseDay(day) ?? day),
    ...[...text.matchAll(LONG_DAY)].map(([day]) => parseLongDay(day)),
  ],
})

/**
 * Collects every sum and every day anywhere in an answer, as its screen may show them. Points in time count
 * as the agency's day.
 */
export function collectShownFigures(
  value: unknown,
  shown = { sums: new Set<number>(), days: new Set<string>() },
) {
  if (typeof value === 'number') shown.sums.add(Math.round(Math.abs(value) * 100))
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) shown.days.add(value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) shown.days.add(agencyDay(value))
    const { sums, days } = findMentionedFigures(value)
    for (const sum of sums) shown.sums.add(Math.round(sum * 100))
    for (const day of days) shown.days.add(day)
  }
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) collectShownFigures(part, shown)
  return shown
}

const STEPS = ['submit', 'startReview', 'review', 'approve', 'approveDirectly', 'deny', 'return']
const MAX_RECORDS = 4
const REASON = 'Because of what is said here.'

/**
 * Loads the figures that letters may mention and that the screens of a record load in addition to its answer.
 */
async function loadFurtherFigures(portal: Portal, { entity }: AnyReview, detail: Record<string, unknown>) {
  if (entity.name === 'AFS')
    return (await portal.ask('agency.admin', 'GET', `/api/AFSReportCard/vm/${detail.afsId}?of=statement`))
      .body
  if (entity.name !== 'DistributionRequest') return null
  const request = detail as unknown as DistributionDetail
  const { facts } = getRequestedBasis(request, request)
  return facts && getRemaining(facts, request.approvedAmount)
}

async function loadPreviews(
  portal: Portal,
  review: AnyReview,
): Promise<{ name: string; preview: Preview }[]> {
  const list = await portal.ask('agency.admin', 'GET', review.calls.list.path)
  const lines = (list.body as ListLine[]).filter(({ statusId }) => statusId > 1)
  const previews: { name: string; preview: Preview }[] = []
  for (const step of STEPS) {
    const { from = [] } = review.flow.steps[step] ?? {}
    for (const line of lines.filter(({ statusId }) => from.includes(statusId)).slice(0, MAX_RECORDS)) {
      const id = getReviewKey(review.entity, line)
      const body = { id, step, reason: REASON }
      const reply = await portal.ask('agency.admin', 'POST', review.calls.preview.path, body)
      if (reply.status !== 200) continue
      const preview = reply.body as Preview
      const detail = { ...preview.detail, further: await loadFurtherFigures(portal, review, preview.detail) }
      previews.push({ name: `${line.requestNumber} ${step}`, preview: { ...preview, detail } })
    }
  }
  return previews
}

/** Loads the letters and mails that the steps of a review would send, each with the record after the step. */
export async function loadOutgoingTexts(portal: Portal, review: AnyReview) {
  const previews = await loadPreviews(portal, review)
  return previews.flatMap(({ name, preview: { detail, letter, mails } }) => [
    ...(letter
      ? [{ name: `${name}: letter`, text: JSON.stringify([letter.data.body, letter.data.values]), detail }]
      : []),
    ...mails.map(({ subject, text }) => ({ name: `${name}: mail “${subject}”`, text, detail })),
  ])
}

export const allReviews = modules
  .flatMap((module) => module.reviews ?? [])
  .map(({ kit }) => kit.review as AnyReview)
