import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { Documents } from '#core/platform/files/web/index.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
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
import { NotFound, Screen } from '#ui/frame/Screen.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { answerMatter, closeMatter, getDetail, type MatterDetail, matters } from '../model/calls.ts'
import { MatterStatus, ResidentRelations } from '../model/entities.ts'
import { getReplyDueText } from '../model/rules.ts'
import { MatterActions } from './MatterActions.tsx'
import { MatterFields, matterSchema } from './MatterFields.tsx'
import { useWrite } from './useWrite.ts'
import { describeMatterState, getStateTone, labelHistorySteps } from './words.ts'

const timelineOptions = { entities: [ResidentRelations] }
const getBreadcrumbs = (propertyId: number) => [
  { label: 'Resident relations', to: `/ResidentRelationsList/${propertyId}` },
]

/**
 * The screen of a resident's matter: the form of a new one if the id is 0, else its facts, steps, documents
 * and history.
 */
export default function Matter() {
  const { id: propertyId, residentRelationsId } = useNumericParams('id', 'residentRelationsId')
  const mayLog = useMay(matters.create)
  if (residentRelationsId > 0) return <StoredMatter propertyId={propertyId} id={residentRelationsId} />
  return mayLog ? <NewMatter propertyId={propertyId} /> : <NotFound />
}

const blankMatter = {
  residentRelationsIssueTypeId: null,
  channel: 'Phone',
  lifeSafety: false,
  anonymous: false,
  residentName: null,
  unit: null,
  phone: null,
  email: null,
  description: null,
  nameShared: false,
}

function NewMatter({ propertyId }: { propertyId: number }) {
  const write = useWrite()
  const navigate = useNavigate()
  const send = async (values: Record<string, unknown>) => {
    const body = { ...matterSchema.parse(values), propertyId }
    const created = await write(
      matters.create,
      { body: body },
      'The matter is logged; the clock of its reply runs.',
    )
    navigate(`/ResidentRelations/${propertyId}/${created.residentRelationsId}`, { replace: true })
  }
  return (
    <Screen title="Log a matter of a resident" breadcrumbs={getBreadcrumbs(propertyId)}>
      <p>Only people with access, and the person assigned to the matter, see who the resident is.</p>
      <Form
        schema={matterSchema}
        values={{ ...blankMatter, receivedOn: today() }}
        onSave={send}
        strict
        label="Matter"
      >
        <ErrorSummary />
        <MatterFields />
        <FormButtons save="Log it" primary />
      </Form>
    </Screen>
  )
}

function StoredMatter({ propertyId, id }: { propertyId: number; id: number }) {
  const matter = useCall(getDetail, { params: { id } })
  const readOnly = useReadOnly()
  const agency = useIsAgency()
  const mayAct = useMay(closeMatter)
  const history = useMemo(
    () => buildTimeline(labelHistorySteps(matter.history), timelineOptions),
    [matter.history],
  )
  if (matter.propertyId !== propertyId) return <NotFound />
  const canAnswer = matter.mayAnswer && !readOnly && !agency
  return (
    <Screen
      title={`${matter.number}, ${matter.typeName}`}
      of={matter.propertyName}
      breadcrumbs={getBreadcrumbs(propertyId)}
      chips={<Chip color={getStateTone(matter)}>{describeMatterState(matter)}</Chip>}
      actions={mayAct && <MatterActions matter={matter} />}
    >
      {agency && matter.notSent && <p>{matter.notSent}</p>}
      <Facts facts={getFacts(matter)} />
      {canAnswer && <Answer matter={matter} />}
      <Section title="Documents">
        <Documents
          of={{ moduleName: 'ResidentRelations', moduleId: id, propertyId }}
          editable={matter.statusId !== MatterStatus.CLOSED && !readOnly && (mayAct || canAnswer)}
        />
      </Section>
      <Section title="History">
        <Timeline entries={history} />
      </Section>
    </Screen>
  )
}

const formatMoment = (value: string | null): string => formatDate(value, 'MM/DD/YYYY h:mm A')
const renderText = (text: string | null, ...details: (string | null)[]) =>
  text && (
    <>
      {text}
      <br />
      <small>{details.filter(Boolean).join(', ')}</small>
    </>
  )

const getFacts = (item: MatterDetail) =>
  [
    {
      label: 'Received',
      value: `${formatDate(item.receivedOn, 'MM/DD/YYYY')} by ${item.channel.toLowerCase()}`,
    },
    {
      label: 'Reply due',
      value: item.lifeSafety ? `${getReplyDueText(item)}, life safety` : getReplyDueText(item),
    },
    { label: 'Assigned to', value: item.assignedToName },
    { label: 'Logged by', value: item.createdByName },
    { label: 'Resident', value: item.anonymous ? 'Not named' : item.residentName },
    { label: 'Unit', value: item.unit },
    { label: 'Phone', value: item.phone },
    { label: 'E-mail', value: item.email },
    { label: 'What the resident says', value: item.description, wide: true },
    {
      label: 'What the company is asked',
      value: renderText(item.question, formatMoment(item.sentAt)),
      wide: true,
    },
    {
      label: 'Answer of the company',
      value: renderText(item.companyResponse, item.respondedByName, formatMoment(item.respondedAt)),
      wide: true,
    },
    {
      label: 'How it was resolved',
      value: renderText(item.resolution, item.closedByName, formatMoment(item.closedAt)),
      wide: true,
    },
    {
      label: 'Finding',
      value: item.finding && (
        <Link to={`/NonCompliance/${item.finding.nonComplianceId}`}>{item.finding.title}</Link>
      ),
    },
    { label: 'Satisfaction', value: item.satisfaction && `${item.satisfaction} of 5` },
  ].filter((fact) => fact.value)

const answerSchema = z.object({ response: longText('Answer', 4000).unwrap() })

const Field = getField(answerSchema)

function Answer({ matter }: { matter: MatterDetail }) {
  const write = useWrite()
  const { residentRelationsId: id, version, companyResponse } = matter
  const send = (payload: Record<string, unknown>) =>
    write(
      answerMatter,
      { params: { id }, body: { ...answerSchema.parse(payload), version } },
      'The agency has your answer.',
    )
  return (
    <Form
      schema={answerSchema}
      values={{ response: companyResponse ?? '' }}
      onSave={send}
      strict
      label="Answer"
    >
      <ErrorSummary />
      <Field name="response" kind="longText" rows={4} help="Say what was done and when. Name no resident." />
      <FormButtons save={companyResponse === null ? 'Answer' : 'Change the answer'} primary />
    </Form>
  )
}
