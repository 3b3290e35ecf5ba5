import { useQuery } from '@tanstack/react-query'
import type { PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { contactFields, getLraContactHistory, updateLraContact } from '../model/calls.ts'
import type { CertificationDetail } from '../model/certifications.ts'

const Field = getField(contactFields)

const INVALIDATED_QUERIES = ['housingprioritycertification', 'projects']

type ContactChange = { name: string; changedAt: string }

/** Describes the earlier contacts and until when each was named, newest first. */
const describeEarlierContacts = (history: readonly ContactChange[]): string =>
  history
    .slice(1)
    .map((contact, index) => `${contact.name}, until ${formatDate(history[index]?.changedAt, 'MM/DD/YYYY')}`)
    .join('; ')

/**
 * The lead referral agency's contact with its history. It can be changed independently of the certification.
 */
export function LraContact({ detail, refresh }: PartProps<CertificationDetail>) {
  const { housingPriorityCertificationId: id, propertyId, contact } = detail
  const mayWrite = useMay(updateLraContact, propertyId)
  const write = useWrite(INVALIDATED_QUERIES)
  const { data: history = [] } = useQuery(buildCallQuery(getLraContactHistory, { params: { propertyId } }))
  const values = { name: '', company: detail.lraName, title: null, phone: null, email: null, ...contact }
  return (
    <section aria-label="Contact of the lead referral agency">
      <h2>Contact of the lead referral agency</h2>
      <Facts
        facts={[
          { label: 'Name', value: contact?.name },
          { label: 'Agency', value: contact?.company },
          { label: 'Phone', value: contact?.phone },
          { label: 'E-mail', value: contact?.email },
        ]}
      />
      {history.length > 1 && <p>Before: {describeEarlierContacts(history)}</p>}
      {mayWrite && id > 0 && (
        <RecordDialog
          button={contact ? 'Change the contact' : 'Name a contact'}
          title="Contact of the lead referral agency"
          save="Store it"
          schema={contactFields}
          values={values}
          send={async (body) => {
            await write(updateLraContact, { params: { id }, body }, 'The contact is stored.')
            await refresh()
          }}
        >
          <Field name="name" />
          <FieldRow>
            <Field name="company" />
            <Field name="title" width={200} />
          </FieldRow>
          <FieldRow>
            <Field name="phone" width={200} />
            <Field name="email" />
          </FieldRow>
        </RecordDialog>
      )}
    </section>
  )
}
