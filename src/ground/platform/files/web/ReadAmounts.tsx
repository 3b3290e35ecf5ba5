import { useQueries, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#kernel/model/money.ts'
import type { Attached } from '../model/index.ts'
import styles from './ReadAmounts.module.css'
import { getFileContent } from './useContent.ts'

/** Kinds of documents that state an amount paid or due. */
const KINDS: Readonly<Record<string, string>> = { Invoice: 'invoice', Bid: 'bid' }
/** Documents that are read for amounts, and amounts that are offered, at most. */
const MOST_FILES = 3
const MOST_AMOUNTS = 2

const isRead = ({ contentType, documentType, sizeBytes }: Attached): boolean =>
  contentType === 'application/pdf' &&
  documentType !== null &&
  documentType in KINDS &&
  sizeBytes <= MOST_BYTES
/** A file this large is a scan, which has no text to be read. */
const MOST_BYTES = 10_000_000

/**
 * Amounts that the text of invoices and bids states, each a button that calls `onTake` with it in dollars:
 * proposals, nothing is filled in by itself. Documents without any, scans and damaged ones offer nothing.
 */
export function ReadAmounts({
  files,
  onTake,
}: {
  files: readonly Attached[]
  onTake: (amount: number) => void
}) {
  const client = useQueryClient()
  const readable = files.filter(isRead).slice(0, MOST_FILES)
  const queries = useQueries({
    queries: readable.map(({ fileId }) => ({
      queryKey: ['amounts in', fileId],
      queryFn: async () => {
        const [{ readLines }, { amountsIn }] = await Promise.all([
          import('./viewer/pdf.ts'),
          import('./viewer/amounts.ts'),
        ])
        return amountsIn(await readLines(await client.fetchQuery(getFileContent(fileId))), MOST_AMOUNTS)
      },
      staleTime: Number.POSITIVE_INFINITY,
      // What cannot be read is no more readable the next time; the viewer says why.
      retry: false,
      throwOnError: false,
    })),
  })
  const offers = readable.flatMap((file, index) =>
    (queries[index]?.data ?? []).map((foundAmount) => ({
      ...foundAmount,
      file,
      kind: KINDS[file.documentType ?? ''],
    })),
  )
  if (offers.length === 0) return null
  return (
    <span className={styles.offers} data-noprint>
      {offers.map(({ amount, line, file, kind }) => (
        <button
          key={`${file.fileId} ${amount}`}
          type="button"
          title={`${file.fileName}: ${line}`}
          onClick={() => onTake(amount)}
        >
          Read from the {kind}: {formatMoney(amount)}
        </button>
      ))}
    </span>
  )
}
