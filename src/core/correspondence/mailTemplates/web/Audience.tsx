import type { Answer } from '#kernel/model/call.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { previewEmail } from '../model/calls.ts'
import styles from './mail.module.css'
import { MailPreview } from './Preview.tsx'

type MailPreviewAnswer = Answer<typeof previewEmail>
type Recipient = MailPreviewAnswer['recipients'][number]

const col = columns<Recipient>()
const recipientColumns = [
  col.text('Name', (item) => item.name, { width: 220 }),
  col.text('Address', (item) => item.email, { width: 280 }),
  col.text('Why', (item) => item.parts.join(', '), { width: 260 }),
  col.number('Properties', (item) => item.properties, { width: 110 }),
]

/** Shows the recipients of a mail, their counts, and the mail as the first recipient would receive it. */
export function Audience({ found }: { found: MailPreviewAnswer }) {
  const { total, properties, duplicates, withoutAddress, recipients, sample } = found
  return (
    <section aria-label="Recipients and preview" className={styles.preview}>
      <h2>{plural(total, 'recipient', 'recipients')}</h2>
      <Facts
        facts={[
          { label: 'Properties', value: formatNumber(properties) },
          { label: 'Addresses that stood more than once', value: formatNumber(duplicates) },
          { label: 'Without an address', value: withoutAddress.join(', ') || 'Nobody', wide: true },
        ]}
      />
      {sample && <MailPreview mail={sample} />}
      <DataTable
        caption="Recipients"
        rows={recipients}
        columns={recipientColumns}
        rowKey={(item) => item.email}
        csvName="recipients"
        height="none"
        empty="Nobody would get this mail. Choose its recipients."
      />
      {total > recipients.length && <p>The first {recipients.length} are listed.</p>}
    </section>
  )
}
