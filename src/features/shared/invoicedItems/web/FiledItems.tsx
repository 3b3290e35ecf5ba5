import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AttachedFile } from '#core/platform/files/model/index.ts'
import { openDocument } from '#core/platform/files/web/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { lineColumnOfReview } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatFileSize } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { isFiled } from '#kernel/model/status.ts'
import { type Fact, Facts } from '#ui/frame/Facts.tsx'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { type Column, columns, DataTable } from '#ui/table/DataTable.tsx'
import type { InvoicedItem } from '../model/index.ts'
import styles from './items.module.css'
import type { InvoicedRequest, ItemKind } from './kind.ts'

/**
 * Returns the columns of filed items: `about`, which describe an item, then vendor, invoice and amounts. A
 * company sees the decision only once it is made.
 */
export function getFiledColumns<Item extends InvoicedItem>(
  about: readonly Column<Item>[],
  request: { statusId: number },
): readonly Column<Item>[] {
  const col = columns<Item>()
  return [
    ...about,
    col.text('Vendor', (item) => item.vendorName, { width: 160 }),
    col.text('Invoice', (item) => item.invoiceNumber, { width: 110 }),
    col.date('Invoice date', (item) => item.invoiceDate, { width: 110 }),
    col.money('Claimed', (item) => item.claimedAmount, { total: true, width: 130 }),
    ...(isFiled(request.statusId)
      ? [
          lineColumnOfReview(
            request,
            col.money('Approved', (item) => item.approvedAmount, { total: true, width: 130 }),
          ),
          lineColumnOfReview(
            request,
            col.text('Reason for the reduction', (item) => item.denialReason, { wrap: true }),
          ),
        ]
      : []),
  ]
}

type FiledProps<Item> = {
  kind: Pick<ItemKind, 'entity' | 'titleOf'>
  items: readonly Item[]
  columns: readonly Column<Item>[]
  /** Renders the details filed with an item, by its index. */
  factsOf: (index: number) => ReactNode
}

/** The filed items for their company: a table, and a section for each item that opens its details. */
export function FiledItems<Item extends InvoicedItem>({
  kind,
  items,
  columns: shown,
  factsOf: renderFacts,
}: FiledProps<Item>) {
  return (
    <>
      <DataTable
        caption="Items"
        rows={items}
        columns={shown}
        rowKey={(item) => getReviewKey(kind.entity, item)}
        plain
        empty="No items."
      />
      {items.map((item, index) => (
        <details key={getReviewKey(kind.entity, item)}>
          <summary>
            Item {index + 1}: {kind.titleOf(item)}
          </summary>
          {renderFacts(index)}
        </details>
      ))}
    </>
  )
}

type FactsProps = {
  kind: Pick<ItemKind, 'entity'>
  detail: InvoicedRequest
  index: number
  /** The facts of the item’s subject, before and after the common ones. */
  before: readonly Fact[]
  after?: readonly Fact[]
  /** Whether to list the documents. Not needed if the screen shows them next to the item. */
  documents?: boolean
}

/** The details filed with one item: facts, possible duplicates, and its documents. */
export function ItemFactsPanel({ kind, detail, index, before, after = [], documents = true }: FactsProps) {
  const item = detail.items[index]
  if (!item) return null
  const files = detail.files.filter((file) => file.itemId === getReviewKey(kind.entity, item))
  const hasW9 = item.vendorHasW9 || files.some((file) => file.documentType === 'W-9')
  const vendor = item.vendorName && `${item.vendorName}${item.newVendor ? ' (new vendor)' : ''}`
  const invoice = [item.invoiceNumber, item.invoiceDate && formatDate(item.invoiceDate, 'MM/DD/YYYY')]
  return (
    <div className={styles.details}>
      <Facts
        facts={[
          ...before,
          { label: 'Vendor', value: vendor },
          { label: 'Invoice', value: invoice.filter(Boolean).join(', ') },
          { label: 'Check', value: item.checkNumber },
          {
            label: 'Payment',
            value: item.payVendorDirectly
              ? `Vendor directly, W-9 ${hasW9 ? 'on record' : 'missing'}`
              : 'To the property',
          },
          { label: 'Claimed', value: formatMoney(item.claimedAmount) },
          ...after,
          { label: 'Comment on the duplicate', value: item.duplicateInvoiceComment, wide: true },
        ]}
      />
      {item.duplicates.map((match) => (
        <p key={`${match.moduleName}-${match.itemId}`} className={styles.duplicate}>
          {match.message} {match.path && <Link to={match.path}>Open that request</Link>}
        </p>
      ))}
      {documents && <DocumentList files={files} label={`Documents of item ${index + 1}`} />}
    </div>
  )
}

function DocumentList({ files, label }: { files: readonly AttachedFile[]; label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {files.length === 0 && <li>No documents are attached.</li>}
      {files.map((file) => (
        <li key={file.fileId}>
          {file.documentType}:{' '}
          <LinkButton data-print onClick={() => openDocument(file)}>
            {file.fileName}
          </LinkButton>{' '}
          ({formatFileSize(file.sizeBytes)})
        </li>
      ))}
    </ul>
  )
}
