import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay, useSession } from '#ui/frame/hooks.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type AbsenceLine, callOffAbsence, getAbsences, saveAbsence } from '../model/calls.ts'
import { Absence } from '../model/entities.ts'

type People = { userId: number; name: string }[]
const absenceFields = Absence.row.pick({ userId: true, firstDay: true, lastDay: true, standInId: true })

const Field = getField(absenceFields)

const tones: Readonly<Record<string, ToneName>> = {
  Out: 'blue',
  Planned: 'gray',
  Over: 'gray',
  'Called off': 'gray',
}

/** Refetches all data, because lists of every module show who is absent. */
function useRefetchAll(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ refetchType: 'active' })
}

const getState = ({ calledOff, firstDay, lastDay }: AbsenceLine, today: string): string => {
  if (calledOff) return 'Called off'
  if (lastDay < today) return 'Over'
  return firstDay <= today ? 'Out' : 'Planned'
}

/** The list of current, planned and past absences of the agency's people, with their stand-ins. */
export default function Absences() {
  return (
    <Screen title="Who is out" breadcrumbs={[{ label: 'Work', to: '/Work' }]}>
      <AgencyOnly>
        <List />
      </AgencyOnly>
    </Screen>
  )
}

function List() {
  const { today, rows, people } = useCall(getAbsences, {})
  const { userId, isAdmin } = useSession()
  const may = useMay(saveAbsence)
  const col = columns<AbsenceLine>()
  const actions = (row: AbsenceLine) =>
    may && (isAdmin || row.userId === userId) && row.lastDay >= today && !row.calledOff ? (
      <Actions row={row} people={people} />
    ) : null
  const ownUserId = people.some((person) => person.userId === userId) ? userId : null
  return (
    <>
      <p>While somebody is out, their work goes to their stand-in, and comes back by itself.</p>
      {may && (isAdmin || ownUserId) && (
        <Group mb="sm">
          <Entry
            button="Enter an absence…"
            values={{ userId: ownUserId, firstDay: today, lastDay: null, standInId: null }}
            people={people}
          />
        </Group>
      )}
      <DataTable
        caption="Absences"
        rows={rows}
        columns={[
          col.text('Who', (row) => row.name, { width: 180 }),
          col.date('First day out', (row) => row.firstDay, { width: 120 }),
          col.date('Last day out', (row) => row.lastDay, { width: 120 }),
          col.text('Stand-in', (row) => row.standInName, { width: 180 }),
          col.chip(
            'State',
            (row) => getState(row, today),
            (row) => tones[getState(row, today)] ?? 'gray',
            { width: 110 },
          ),
          ...(may ? [col.node('What to do', actions, { width: 190 })] : []),
        ]}
        rowKey={(row) => row.absenceId}
        csvName="absences"
        empty="Nobody is out, and nobody was."
      />
    </>
  )
}

type EntryProps = {
  button: string
  of?: string
  values: Record<string, unknown>
  people: People
  absenceId?: number
}

/** The dialog that enters or changes an absence. Only an administrator may choose the person. */
function Entry({ button, of, values, people, absenceId }: EntryProps) {
  const { isAdmin } = useSession()
  const save = useSend(saveAbsence, { quiet: true })
  const refetchAll = useRefetchAll()
  const options = people.map((person) => ({ value: person.userId, label: person.name }))
  return (
    <RecordDialog
      button={button}
      values={values}
      {...(of === undefined ? {} : { of, small: true })}
      title={absenceId ? 'Change the absence' : 'Enter an absence'}
      save="Save"
      schema={absenceFields}
      send={async (payload) => {
        await save({ body: { ...payload, ...(absenceId && { absenceId }) } })
        await refetchAll()
        notify('The absence is saved.')
      }}
    >
      <Field name="userId" kind="choice" options={options} readOnly={!isAdmin || absenceId !== undefined} />
      <FieldRow>
        <Field name="firstDay" />
        <Field name="lastDay" help="Who is back early makes it the day before." />
      </FieldRow>
      <Field name="standInId" kind="choice" options={options} />
    </RecordDialog>
  )
}

function Actions({ row, people }: { row: AbsenceLine; people: People }) {
  const confirm = useConfirm()
  const callOff = useSend(callOffAbsence, { quiet: true })
  const refetchAll = useRefetchAll()
  const { absenceId, name } = row
  const ask = () =>
    confirm({
      title: `Call the absence of ${name} off?`,
      text: 'It stays in the list as called off, and their work comes back to them.',
      confirmLabel: 'Call it off',
      action: async () => {
        await callOff({ params: { absenceId } })
        await refetchAll()
      },
    })
  return (
    <Group gap={0} wrap="nowrap">
      <Entry
        button="Change…"
        of={`the absence of ${name}`}
        values={row}
        people={people}
        absenceId={absenceId}
      />
      <Button size="compact-xs" variant="subtle" onClick={() => void ask()}>
        Call off…
      </Button>
    </Group>
  )
}
