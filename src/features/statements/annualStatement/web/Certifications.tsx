import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { AskPersonButton } from '#core/correspondence/messages/web/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { requiredText } from '#kernel/model/field.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { getField } from '#ui/form/Field.tsx'
import { useFormActions } from '#ui/form/formContext.ts'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { certify, createCertification } from '../model/calls.ts'
import { certificationText, findCertifierFaults, textVersion } from '../model/certifying.ts'
import { type CertifierRole, certifierRoles } from '../model/entities.ts'
import type { Gap } from '../model/gaps.ts'
import { type Detail, statements } from '../model/statements.ts'
import styles from './annual.module.css'
import { loadOffers } from './offers.ts'
import { Versions } from './Versions.tsx'

const schema = z.object({
  title: requiredText('Title', 120),
  signature: requiredText('Typed signature', 120),
})

const Field = getField(schema)

const formatMoment = (moment: string) => formatDate(moment, 'MM/DD/YYYY h:mm A')
const quiet = { quiet: true }

type Props = PartProps<Detail> & { readOnly: boolean; gaps: readonly Gap[]; onGo: (part: string) => void }

/**
 * Shows who certified the statement, the text they certified, and the buttons to certify it. The second
 * certification submits the statement.
 */
export function Certifications({ detail, refresh, readOnly, gaps, onGo }: Props) {
  const { takenBack } = detail
  // A tie-out is listed once, at the first part in which it can be corrected.
  const openGaps = gaps.filter(
    (gap, index) =>
      gap.kind !== 'certification' && gaps.findIndex((item) => item.words === gap.words) === index,
  )
  return (
    <>
      <p className={styles.text}>{certificationText(detail.certifications[0]?.textVersion ?? textVersion)}</p>
      {takenBack && (
        <Alert color="yellow" title={`The certification of ${takenBack.name} was taken back`}>
          {`The statement was changed by ${takenBack.by ?? 'somebody'} on ${formatMoment(takenBack.at)}, after ${takenBack.name} had certified it as ${takenBack.role.toLowerCase()}. Please certify again.`}
        </Alert>
      )}
      {!readOnly && <Missing gaps={openGaps} onGo={onGo} />}
      {certifierRoles.map((role) => (
        <Certifier key={role} role={role} detail={detail} refresh={refresh} readOnly={readOnly} />
      ))}
      <Versions detail={detail} />
    </>
  )
}

/** Lists what must be settled before anybody can certify, each with a link to its part. */
function Missing({ gaps, onGo }: { gaps: readonly Gap[]; onGo: (part: string) => void }) {
  if (gaps.length === 0)
    return <p>Nothing is missing. The statement is submitted with the second certification.</p>
  return (
    <section aria-label="What is missing">
      <h2>Missing before it can be certified</h2>
      <ul className={styles.gaps}>
        {gaps.map((gap) => (
          <li key={`${gap.part} ${gap.words}`}>
            <LinkButton onClick={() => onGo(gap.part)}>
              {gap.kind === 'tie-out' ? `Tie-out: ${gap.words}` : gap.words}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Certifier({
  role,
  detail,
  refresh,
  readOnly,
}: PartProps<Detail> & { role: CertifierRole; readOnly: boolean }) {
  const certification = detail.certifications.find((item) => item.role === role)
  return (
    <section aria-label={role} className={styles.certifier}>
      <h2>{role}</h2>
      {certification ? (
        <p>
          <strong className={styles.signature}>{certification.signature}</strong>
          <br />
          {certification.name}, {certification.title}. Certified {formatMoment(certification.certifiedAt)},
          text {certification.textVersion}.
        </p>
      ) : readOnly ? (
        <p>Not certified here.</p>
      ) : (
        <OpenRole role={role} detail={detail} refresh={refresh} />
      )}
    </section>
  )
}

/** Offers to certify in an open role: the user signs here if permitted, or asks another person. */
function OpenRole({ role, detail, refresh }: PartProps<Detail> & { role: CertifierRole }) {
  const { userId } = useSession()
  if (detail.afsId === 0) return <p>It can be certified once it is saved.</p>
  const [obstacle] = findCertifierFaults({ role, userId }, detail)
  const { propertyId, requestNumber, subject, year } = detail
  return (
    <div className={styles.open}>
      {obstacle ? <p>{obstacle.message}</p> : <SignButton role={role} detail={detail} refresh={refresh} />}
      <AskPersonButton
        label={`Ask somebody else to sign as ${role.toLowerCase()}`}
        about={{
          propertyId,
          taskName: `Annual statement ${requestNumber}`,
          url: openPath(statements, detail),
        }}
        words={`Please certify the annual statement of ${subject} for ${year} as ${role.toLowerCase()}.`}
      />
    </div>
  )
}

/**
 * The button and dialog to certify. It saves the form, creates the certification and signs it; if the
 * server refuses, all faults of the statement are shown at once.
 */
function SignButton({ role, detail, refresh }: PartProps<Detail> & { role: CertifierRole }) {
  const client = useQueryClient()
  const { save, changed } = useFormActions()
  const { name: fullName, userName } = useSession()
  const name = fullName || userName
  const [confirm, navigate, agency] = [useConfirm(), useNavigate(), useIsAgency()]
  const showOffers = async () => {
    for (const { question, take } of await loadOffers(detail))
      if ((await confirm(question)).confirmed) return navigate(await take())
  }
  const send = async (input: z.infer<typeof schema>) => {
    if (changed && !(await save()))
      throw new ApiError(409, 'Your entries could not be saved, and nothing was certified.')
    const { certificationId } = await ask(createCertification, { params: { userId: 0 } }, quiet)
    const { afsId } = detail
    const answer = await ask(certify, { params: { afsId, certificationId }, body: { role, ...input } }, quiet)
    notify(
      answer.statusId === RequestStatus.SUBMITTED
        ? `${answer.requestNumber} is submitted. The agency has it.`
        : `Certified as ${role.toLowerCase()}. It is submitted with the other certification.`,
    )
    await refresh()
    await Promise.all(['afs', 'tasks'].map((text) => client.invalidateQueries({ queryKey: [text] })))
    // The offer is optional, and its errors were already shown.
    if (answer.statusId === RequestStatus.SUBMITTED && !agency) void showOffers().catch(() => undefined)
  }
  return (
    <RecordDialog
      button={`Certify as ${role.toLowerCase()}`}
      title={`Certify as ${role.toLowerCase()}`}
      save="Certify"
      schema={schema}
      values={{ title: '', signature: '' }}
      send={send}
    >
      <p className={styles.text}>{certificationText(textVersion)}</p>
      <p>
        You certify as <strong>{name}</strong> for {detail.subject}, fiscal year {detail.year}.
      </p>
      <Field name="title" help="For instance general partner, or regional manager." />
      <Field name="signature" help={`Type your name: ${name}`} />
    </RecordDialog>
  )
}
