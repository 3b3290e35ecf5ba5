import { useQueries, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#kernel/model/money.ts'
import type { AttachedFile } from '../model/index.ts'
import styles from './ReadAmounts.module.css'
import { buildContentQuery } from './useContent.ts'

/** The document types that state an amount paid or due, with their names in the button. */
const KINDS: Readonly<Record<string, string>> = { Invoice: 'invoice', Bid: 'bid' }
/** The greatest numbers of documents that are read, and of amounts offered for each. */
const MAX_FILES = 3
const MAX_AMOUNTS = 2

const isReadable = ({ contentType, documentType, sizeBytes }: AttachedFile): boolean =>
  contentType === 'application/pdf' &&
  documentType !== null &&
  documentType in KINDS &&
  sizeBytes <= MAX_BYTES
/** A larger file is usually a scan, which has no text to read. */
const MAX_BYTES = 10_000_000

/**
 * Offers the amounts in the text of invoices and bids, each as a button that calls `onTake` with the
 * dollars. Nothing is filled in without a click. Documents without amounts, scans and damaged files offer
 * nothing.
 */
export function ReadAmounts({
  files,
  onTake,
}: {
  files: readonly AttachedFile[]
  onTake: (amount: number) => void
}) {
  const client = useQueryClient()
  const readable = files.filter(isReadable).slice(0, MAX_FILES)
  const queries = useQueries({
    queries: readable.map(({ fileId }) => ({
      queryKey: ['amounts in', fileId],
      queryFn: async () => {
        const [{ readLines }, { extractAmounts: amountsIn }] = await Promise.all([
          import('./viewer/pdf.ts'),
          import('./viewer/amounts.ts'),
        ])
        return amountsIn(await readLines(await client.fetchQuery(buildContentQuery(fileId))), MAX_AMOUNTS)
      },
      staleTime: Number.POSITIVE_INFINITY,
      // A document that cannot be read will not become readable, so it is not retried; the viewer says why.
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
