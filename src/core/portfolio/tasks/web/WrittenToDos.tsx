import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { day, requiredText } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { buildTimeline } from '#ui/frame/history.ts'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { NotFound, Screen } from '#ui/frame/Screen.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { ItemToDo, ToDo } from '../model/entities.ts'
import {
  answerWrittenToDo,
  finishWrittenToDo,
  getSnoozeFault,
  getWrittenToDo,
  reopenWrittenToDo,
  snoozeWrittenToDo,
  type WrittenKind,
  type WrittenToDo,
} from '../model/writtenToDos.ts'
import css from './tasks.module.css'
import { useWrite } from './useWrite.ts'

const Field = getField<{ until: string | null }>()

const timelineOptions = { entities: [ToDo, ItemToDo] }
const formatDay = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** The screen of a to-do that a person wrote: its text, its answer, and the actions. */
export default function WrittenToDos() {
  const { propertyId, id } = useNumericParams('propertyId', 'id')
  const kind = useParams().kind?.toLowerCase() as WrittenKind
  const toDo = useCall(getWrittenToDo, { params: { kind, id } })
  const readOnly = useReadOnly()
  const mayAct = toDo.mayAct && !readOnly
  const agency = useIsAgency()
  const history = useMemo(() => buildTimeline(toDo.history, timelineOptions), [toDo.history])
  if (toDo.propertyId !== propertyId) return <NotFound />
  return (
    <Screen
      title={toDo.title}
      breadcrumbs={[{ label: 'To do', to: `/todolist/property/${propertyId}` }]}
      actions={mayAct && <Acts toDo={toDo} agency={agency} />}
    >
      <Facts facts={getFacts(toDo)} />
      {mayAct && !agency && isOpen(toDo) && <AnswerForm toDo={toDo} />}
      <h2>History</h2>
      <Timeline entries={history} />
    </Screen>
  )
}

const isOpen = ({ done, answeredAt }: WrittenToDo): boolean => !done && answeredAt === null

function describeState({ done, answeredAt, snoozedUntil, today }: WrittenToDo): string {
  if (done) return 'Done'
  if (answeredAt) return 'Answered; it waits for the agency'
  return snoozedUntil && snoozedUntil > today
    ? `Put off until ${formatDay(snoozedUntil)}`
    : 'Waits for the company'
}

const getFacts = (toDo: WrittenToDo) =>
  [
    { label: 'State', value: describeState(toDo) },
    { label: 'About', value: toDo.about },
    { label: 'Due', value: toDo.dueDate && formatDay(toDo.dueDate) },
    {
      label: 'Written by',
      value: [toDo.writtenByName ?? 'The agency', formatDay(toDo.createdAt)].join(', '),
    },
    { label: 'What is asked', value: toDo.details, wide: true },
    {
      label: 'Answer',
      value: toDo.answer && (
        <>
          {toDo.answer}
          <br />
          <span className={css.note}>
            {[toDo.answeredByName, toDo.answeredAt && formatDate(toDo.answeredAt, 'MM/DD/YYYY h:mm A')]
              .filter(Boolean)
              .join(', ')}
          </span>
        </>
      ),
      wide: true,
    },
  ].filter((fact) => fact.value)

/** The buttons to mark a to-do as done, to put it off, and to ask again. */
function Acts({ toDo, agency }: { toDo: WrittenToDo; agency: boolean }) {
  const write = useWrite({ quiet: false })
  const params = { kind: toDo.kind, id: toDo.id }
  const act = (call: typeof finishWrittenToDo | typeof reopenWrittenToDo, text: string) =>
    void write(call, { params, body: {} }, text).catch(() => undefined)
  const isPutOff = toDo.snoozedUntil !== null && toDo.snoozedUntil > toDo.today
  return (
    <>
      {!toDo.done && (
        <Button
          variant={agency ? 'filled' : 'default'}
          onClick={() => act(finishWrittenToDo, 'It is done and waits for nobody.')}
        >
          Done
        </Button>
      )}
      {!agency && isOpen(toDo) && <SnoozeDialog toDo={toDo} />}
      {!agency && isOpen(toDo) && isPutOff && (
        <Button
          variant="default"
          onClick={() =>
            void write(
              snoozeWrittenToDo,
              { params, body: { until: null } },
              'It is back in the lists.',
            ).catch(() => undefined)
          }
        >
          Bring back now
        </Button>
      )}
      {agency && !isOpen(toDo) && (
        <Button variant="default" onClick={() => act(reopenWrittenToDo, 'It waits for the company again.')}>
          Ask again
        </Button>
      )}
    </>
  )
}

function SnoozeDialog({ toDo }: { toDo: WrittenToDo }) {
  const write = useWrite()
  const { today, kind, id } = toDo
  const schema = z.object({ until: day('Until').unwrap() }).superRefine(({ until }, context) => {
    const fault = getSnoozeFault(until, toDo, today)
    if (fault) context.addIssue({ code: 'custom', path: ['until'], message: fault })
  })
  return (
    <RecordDialog
      button="Snooze"
      title={`Put off: ${toDo.title}`}
      save="Put off"
      schema={schema}
      values={{ until: null }}
      send={({ until }) =>
        write(
          snoozeWrittenToDo,
          { params: { kind, id }, body: { until } },
          `It is back on ${formatDay(until)}.`,
        )
      }
    >
      <Field
        name="until"
        width={200}
        help="Until that day your company’s lists do not show it; the agency sees that it is put off."
      />
    </RecordDialog>
  )
}

const answerSchema = z.object({ answer: requiredText('Answer', 4000) })

const AnswerField = getField(answerSchema)

function AnswerForm({ toDo }: { toDo: WrittenToDo }) {
  const write = useWrite()
  const params = { kind: toDo.kind, id: toDo.id }
  const send = (payload: Record<string, unknown>) =>
    write(answerWrittenToDo, { params, body: answerSchema.parse(payload) }, 'The agency has your answer.')
  return (
    <Form schema={answerSchema} values={{ answer: '' }} onSave={send} strict label="Answer">
      <ErrorSummary />
      <AnswerField
        name="answer"
        kind="longText"
        rows={4}
        help={`${toDo.writtenByName ?? 'The agency'} gets it.`}
      />
      <FormButtons save="Answer" primary />
    </Form>
  )
}
