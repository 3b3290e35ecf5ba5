import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { openDocument } from '#ground/files/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatFileSize } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { Detail } from '../model/requests.ts'
import styles from './request.module.css'
import { useCategories } from './Warnings.tsx'

/** Everything filed with one item: facts, possible duplicates, and its documents unless they are shown beside it. */
export function ReviewedItem({
  detail,
  index,
  documents = true,
}: {
  detail: Detail
  index: number
  documents?: boolean
}) {
  const categories = useCategories()
  const item = detail.items[index]
  if (!item) return null
  const files = detail.files.filter((file) => file.itemId === item.replacementReserveRequestItemId)
  return (
    <div className={styles.details}>
      <Facts
        facts={[
          {
            label: 'Category',
            value: categories.find((one) => one.replacementReserveCategoryId === item.categoryId)?.name,
          },
          { label: 'Location', value: item.location },
          { label: 'Quantity', value: item.quantity },
          { label: 'Age replaced', value: item.age === null ? '' : `${item.age} years` },
          { label: 'Vendor', value: item.vendorName && `${item.vendorName}${item.newVendor ? ' (new vendor)' : ''}` },
          {
            label: 'Invoice',
            value: [item.invoiceNumber, item.invoiceDate && formatDate(item.invoiceDate, 'MM/DD/YYYY')]
              .filter(Boolean)
              .join(', '),
          },
          { label: 'Check', value: item.checkNumber },
          {
            label: 'Payment',
            value: item.payVendorDirectly
              ? `Vendor directly, W-9 ${item.vendorHasW9 || files.some((file) => file.documentType === 'W-9') ? 'on record' : 'missing'}`
              : 'To the property',
          },
          { label: 'Claimed', value: formatMoney(item.claimedAmount) },
          { label: 'Comment on the duplicate', value: item.duplicateInvoiceComment, wide: true },
        ]}
      />
      {item.duplicates.map((match) => (
        <p key={`${match.moduleName}-${match.itemId}`} className={styles.duplicate}>
          {match.message} {match.path && <Link to={match.path}>Open that request</Link>}
        </p>
      ))}
      {documents && <Papers files={files} label={`Documents of item ${index + 1}`} />}
    </div>
  )
}

function Papers({ files, label }: Pick<Detail, 'files'> & { label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {files.length === 0 && <li>No documents are attached.</li>}
      {files.map((file) => (
        <li key={file.fileId}>
          {file.documentType}:{' '}
          <Anchor component="button" type="button" onClick={() => openDocument(file)}>
            {file.fileName}
          </Anchor>{' '}
          ({formatFileSize(file.sizeBytes)})
        </li>
      ))}
    </ul>
  )
}
