import { Fieldset } from '@mantine/core'
import { MissingTypes } from '#core/portfolio/contacts/web/index.ts'
import type { FormValues, PagesOf } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { getField } from '#ui/form/Field.tsx'
import type { ContactChangeRequest } from '../model/entities.ts'
import { requests } from '../model/requests.ts'
import { ChangeLines, formLines } from './ChangeLines.tsx'
import { FiledChanges, ReviewedChanges } from './Changes.tsx'
import styles from './contacts.module.css'
import { RequestDocuments } from './RequestDocuments.tsx'
import { reviewLines } from './reviewLines.ts'

const Field = getField<FormValues<typeof ContactChangeRequest>>()

export { requests as review }

/** The form, facts and review of contact change requests on the review screens. */
export const pages: PagesOf<typeof requests> = {
  Before: ({ detail }) => (
    <>
      <p className={styles.note}>
        {detail.subject}. Say what changes; the contacts stay as they are until the agency approves.
      </p>
      <MissingTypes types={detail.missingTypes} />
    </>
  ),
  Form: (part) => (
    <>
      <Fieldset legend="Request">
        <Field name="reason" rows={2} required />
      </Fieldset>
      <ChangeLines {...part} />
      <RequestDocuments {...part} />
    </>
  ),
  formLines,
  facts: (detail) => [
    { label: 'Management company', value: detail.companyName === detail.subject ? '' : detail.companyName },
    {
      label: 'Decided',
      value: detail.decided && `${formatDate(detail.decided, 'MM/DD/YYYY')}, ${detail.decidedByName}`,
    },
    { label: 'Reason', value: detail.reason, wide: true },
  ],
  Filed: FiledChanges,
  Review: ReviewedChanges,
  reviewLines,
}
