import { Alert, Fieldset } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import type { FormValues, ReviewValues } from '#engines/review/web/index.ts'
import {
  columnOfReview,
  columnsWith,
  hideReviewFact,
  isReviewHidden,
  type ListingOf,
  type PagesOf,
  type PartProps,
} from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { ProjectExhibit } from '../model/entities.ts'
import { type FormDetail, type FormLine, forms } from '../model/forms.ts'
import { getMissingSlots } from '../model/rules.ts'
import styles from './complianceForms.module.css'
import { FormDocuments } from './FormDocuments.tsx'
import { formLines, reviewLines } from './formLines.ts'
import { DocumentVersions } from './Versions.tsx'

const Field = getField<FormValues<typeof ProjectExhibit, typeof formLines>>()
const ReviewField = getField<ReviewValues<typeof ProjectExhibit, typeof reviewLines>>()

export { forms as review }

const col = columns<FormLine>()
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')
const answerOptions = [
  { value: true as unknown as number, label: 'It holds' },
  { value: false as unknown as number, label: 'It does not hold' },
]

function Before({ detail }: PartProps<FormDetail>) {
  const { exhibit, period, dueDate, periodOver, entryOpen, entryCloses } = detail
  return (
    <>
      <p>
        Exhibit {exhibit.code}, {exhibit.name}: {period}. Due {day(dueDate)}.
      </p>
      {exhibit.instruction && <p>{exhibit.instruction}</p>}
      {!entryOpen && (
        <Alert
          color="yellow"
          title={periodOver ? `It could be entered until ${day(entryCloses)}` : 'Its period is not over'}
        >
          {periodOver
            ? 'Ask the agency to allow its entry. What you enter is saved.'
            : 'It is submitted once its period is over. What you enter is saved.'}
        </Alert>
      )}
    </>
  )
}

function Form({ detail, refresh, known }: PartProps<FormDetail> & { known: { current: FormDetail } }) {
  return (
    <>
      {detail.exhibit.questions.length > 0 && <Statements detail={detail} />}
      <FormDocuments detail={detail} refresh={refresh} known={known} />
      <Field name="comments" rows={3} />
      <Field name="certified" required />
      <FieldRow>
        <Field name="signedBy" required width={280} />
        <Field name="signerTitle" width={240} />
      </FieldRow>
    </>
  )
}

/** The statements of the certificate with their answers, and an explanation for each that does not hold. */
function Statements({ detail }: { detail: FormDetail }) {
  const { form } = useFormParts<FormValues<typeof ProjectExhibit, typeof formLines>>()
  const answers = useWatch({ control: form.control, name: 'answers' }) ?? []
  return (
    <Fieldset legend="Statements">
      <ol className={styles.statements}>
        {detail.exhibit.questions.map(({ key, text }, index) => (
          <li key={key}>
            <Field
              name={`answers.${index}.holds`}
              label={text}
              options={answerOptions}
              required
              width={240}
            />
            {answers[index]?.holds === false && <Field name={`answers.${index}.explanation`} required />}
          </li>
        ))}
      </ol>
    </Fieldset>
  )
}

/** The filed form: the statements that do not hold, then the documents in all versions. */
function Filed({ detail }: PartProps<FormDetail>) {
  const { exhibit, answers } = detail
  const unmetStatements = exhibit.questions.flatMap(({ key, text }) => {
    const answer = answers.find((item) => item.key === key)
    return answer?.holds === false ? [{ key, text, explanation: answer.explanation }] : []
  })
  return (
    <>
      {exhibit.questions.length > 0 && (
        <section aria-label="Statements">
          <h2>Statements</h2>
          {unmetStatements.length === 0 ? (
            <p>All {exhibit.questions.length} statements hold.</p>
          ) : (
            <ul className={styles.versions}>
              {unmetStatements.map(({ key, text, explanation }) => (
                <li key={key}>
                  <strong>Does not hold: </strong>
                  {text} <q>{explanation}</q>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <DocumentVersions detail={detail} />
    </>
  )
}

/** The filed form with a comment for each document, and the review's fields for the form as a whole. */
function Review(part: PartProps<FormDetail>) {
  const { detail } = part
  return (
    <>
      <Filed {...part} />
      {detail.exhibit.originalRequired && <ReviewField name="originalReceived" width={200} />}
      {detail.files.map((file, index) => (
        <ReviewField
          key={file.fileId}
          name={`fileComments.${index}.comment`}
          label={`What is wrong with ${file.fileName}`}
        />
      ))}
      <ReviewField name="reviewComments" rows={3} />
    </>
  )
}

function getChecks(detail: FormDetail) {
  const missing = getMissingSlots(detail)
  const unmetCount = detail.answers.filter((answer) => answer.holds === false).length
  return [
    {
      words: missing.length === 0 ? 'Every document is there.' : `Missing: ${missing.join(', ')}.`,
      fine: missing.length === 0,
    },
    ...(detail.exhibit.questions.length > 0
      ? [
          {
            words:
              unmetCount === 0 ? 'Every statement holds.' : `${unmetCount} of the statements do not hold.`,
            fine: unmetCount === 0,
          },
        ]
      : []),
    ...(detail.exhibit.originalRequired && !isReviewHidden(detail.statusId)
      ? [
          {
            words: detail.originalReceived
              ? `Original received ${day(detail.originalReceived)}.`
              : 'The notarized original has not arrived.',
            fine: detail.originalReceived !== null,
          },
        ]
      : []),
  ]
}

/** The form, facts, checks and list columns of compliance forms on the review screens. */
export const pages: PagesOf<typeof forms> & ListingOf<typeof forms> = {
  Before,
  Form,
  formLines,
  facts: (detail) => [
    { label: 'Form', value: `${detail.exhibit.code}, ${detail.exhibit.name}` },
    { label: 'Period', value: detail.period },
    { label: 'Due', value: day(detail.dueDate) },
    { label: 'Signed by', value: [detail.signedBy, detail.signerTitle].filter(Boolean).join(', ') },
    ...(detail.exhibit.originalRequired
      ? [hideReviewFact(detail, { label: 'Original received', value: day(detail.originalReceived) })]
      : []),
    { label: 'Comments', value: detail.comments, wide: true },
    hideReviewFact(detail, { label: 'Comments of the review', value: detail.reviewComments, wide: true }),
  ],
  Filed,
  Review,
  reviewLines,
  useChecks: getChecks,
  columns: columnsWith(forms, [
    col.text('Exhibit', (line) => line.code, { width: 85, served: 'code' }),
    col.text('Form', (line) => line.form, { width: 260, served: 'form' }),
    col.date('Period to', (line) => line.periodEnd, { width: 105, served: 'periodEnd' }),
    columnOfReview(
      col.date('Original', (line) => line.originalReceived, {
        width: 105,
        lesser: true,
        served: 'originalReceived',
      }),
    ),
  ]),
}
