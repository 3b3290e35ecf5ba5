import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { Documents } from '#core/platform/files/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { longText } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { buildTimeline } from '#ui/frame/history.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { closeFindingCall, type FindingDetail, getFinding, respond } from '../model/calls.ts'
import { isOpenFinding, NonCompliance } from '../model/entities.ts'
import { getNextActor } from '../model/rules.ts'
import { FindingActions } from './FindingActions.tsx'
import { useWrite } from './useWrite.ts'
import {
  describeDaysLeft,
  getFindingState,
  getSeverity,
  getSeverityTone,
  getStateTone,
  labelActions,
} from './words.ts'

const timelineOptions = { entities: [NonCompliance] }
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** The screen of a finding: its facts, the actions, the company's answer, its documents and its history. */
export default function Finding() {
  const { nonComplianceId: id } = useNumericParams('nonComplianceId')
  const finding = useCall(getFinding, { params: { id } })
  const readOnly = useReadOnly()
  const agency = useIsAgency()
  const mayAct = useMay(closeFindingCall)
  const history = useMemo(
    () => buildTimeline(labelActions(finding.history), timelineOptions),
    [finding.history],
  )
  const open = isOpenFinding(finding)
  const mayAnswer = finding.mayAnswer && !readOnly && !agency
  const { propertyId, propertyName } = finding
  return (
    <Screen
      title={finding.title}
      of={propertyName}
      breadcrumbs={[{ label: 'Non-compliance', to: `/NonComplianceList/${propertyId}` }]}
      chips={
        <>
          <Chip color={getSeverityTone(finding)}>{getSeverity(finding)}</Chip>
          <Chip color={getStateTone(finding)}>{getFindingState(finding)}</Chip>
        </>
      }
      actions={mayAct && <FindingActions finding={finding} />}
    >
      <Facts facts={getFacts(finding)} />
      {mayAct && open && finding.openerFault && <p>{finding.openerFault}</p>}
      {mayAnswer && <AnswerForm finding={finding} />}
      <Section title="Documents">
        <Documents
          of={{ moduleName: 'NonCompliance', moduleId: id, propertyId }}
          editable={open && !readOnly && (mayAct || mayAnswer)}
        />
      </Section>
      <Section title="History">
        <Timeline entries={history} />
      </Section>
    </Screen>
  )
}

/** Renders a text with the people and days it comes from; nothing if there is no text. */
const renderRemark = (text: string | null, ...attribution: (string | null)[]) =>
  text && (
    <>
      {text}
      <br />
      <small>{attribution.filter(Boolean).join(', ')}</small>
    </>
  )

const getFacts = (item: FindingDetail) =>
  [
    { label: 'Kind', value: item.typeName },
    { label: 'Opened', value: [day(item.openedOn), item.createdByName ?? 'by the portal'].join(', ') },
    {
      label: 'Cure by',
      value: item.cureBy && [day(item.cureBy), describeDaysLeft(item, item.today)].filter(Boolean).join(', '),
    },
    { label: 'First cure day', value: item.originalCureBy !== item.cureBy && day(item.originalCureBy) },
    { label: 'Extended because', value: item.extensionReason },
    { label: 'Who acts', value: getNextActor(item.statusId) },
    {
      label: 'Blocks requests',
      value: item.blocks ? 'Yes: distributions, rent increases, rent gap assistance' : 'No',
    },
    {
      label: 'Waived',
      value: renderRemark(
        item.waiverReason,
        item.waivedByName,
        day(item.waivedOn),
        item.waivedUntil && `until ${day(item.waivedUntil)}`,
      ),
      wide: true,
    },
    {
      label: 'Found in',
      value: item.sourcePath && <Link to={item.sourcePath}>The record that shows it</Link>,
    },
    {
      label: 'See also',
      value:
        item.links.length > 0 &&
        item.links.map(({ label, path }) => (
          <Link key={path} to={path}>
            {label}
          </Link>
        )),
    },
    { label: 'Description', value: item.description, wide: true },
    { label: 'Required of the owner', value: item.commentToOwner, wide: true },
    { label: 'Note of the agency', value: item.internalNote, wide: true },
    {
      label: 'Answer of the company',
      value: renderRemark(
        item.response,
        item.respondedByName,
        formatDate(item.respondedAt, 'MM/DD/YYYY h:mm A'),
      ),
      wide: true,
    },
    {
      label: 'Closed',
      value: renderRemark(
        item.closingNote,
        item.closedByName ?? (item.closedOn && 'The portal'),
        day(item.closedOn),
      ),
      wide: true,
    },
    { label: 'Seen by', value: item.visibleToCompany ? '' : 'The agency alone' },
  ].filter((fact) => fact.value)

const answerSchema = z.object({ response: longText('Answer', 4000).unwrap() })

const Field = getField(answerSchema)

/** The form in which the company answers the finding. */
function AnswerForm({ finding }: { finding: FindingDetail }) {
  const write = useWrite()
  const { nonComplianceId: id, version, response } = finding
  const send = (payload: Record<string, unknown>) =>
    write(
      respond,
      { params: { id }, body: { ...answerSchema.parse(payload), version } },
      'The agency has your answer.',
    )
  return (
    <Form schema={answerSchema} values={{ response: response ?? '' }} onSave={send} strict label="Answer">
      <ErrorSummary />
      <Field
        name="response"
        kind="longText"
        rows={4}
        help="Say what was done and when. Add photos and papers below."
      />
      <FormButtons save={response === null ? 'Answer' : 'Change the answer'} primary />
    </Form>
  )
}
