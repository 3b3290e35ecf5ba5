import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { describeRhythm, type Frequency } from './frequency.ts'

type ReportMail = {
  view: string
  title: string
  owner: string
  rhythm: Frequency
  readAt: string
  asked: readonly { label: string; value: string }[]
  /** The number of rows; null if unknown. */
  total: number | null
  /** Why no file is attached; null if one is. */
  missingFileReason: string | null
  link: string
  /** The link by which the recipient unsubscribes. */
  unsubscribeLink: string
}

/** Reasons why no file is attached. */
export const withoutFile = {
  restricted: 'Its rows contain data about households or residents, which can be read only in the portal.',
  tooLong: (maximum: number) => `It has more rows than can be mailed (${formatNumber(maximum)}).`,
  failed: 'Its file could not be created this time.',
}

/** Writes the mail with a report to one recipient. */
export function writeReportMail({
  view,
  title,
  owner,
  rhythm,
  readAt,
  asked,
  total,
  missingFileReason: without,
  link,
  unsubscribeLink: leave,
}: ReportMail) {
  const criteria = asked.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const summary =
    total === null
      ? ''
      : `${plural(total, 'row', 'rows')} that you may read, as of ${formatDate(readAt, 'MM/DD/YYYY h:mm A')}. `
  const file = without ?? 'They are attached as an Excel workbook.'
  return {
    subject: `${view}: ${title}, ${formatDate(readAt, 'MM/DD/YYYY')}`,
    text: [
      `${view}, a saved report (${title})`,
      ...(criteria ? [criteria] : []),
      `${summary}${file}`,
      `Open it in the portal: ${link}`,
      `${owner} has it mailed to you ${describeRhythm(rhythm)}. To stop receiving it, unsubscribe here: ${leave}`,
    ].join('\n\n'),
  }
}

/**
 * Writes the mail to the owner about people who no longer receive the report, and why. `ended` means that
 * no recipient is left.
 */
export function writeStoppedMail(
  view: string,
  title: string,
  reasons: readonly string[],
  ended: boolean,
  link: string,
) {
  return {
    subject: ended ? `${view} is no longer mailed` : `${view} is mailed to fewer people`,
    text: [
      `${view}, a saved report (${title})`,
      reasons.join('\n'),
      ended ? 'No recipient is left, so mailing has stopped.' : 'It is still mailed to the others.',
      `Your mailed reports: ${link}`,
    ].join('\n\n'),
  }
}
