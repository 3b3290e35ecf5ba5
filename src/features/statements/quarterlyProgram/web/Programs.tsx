import { Button, Group } from '@mantine/core'
import type { Answer } from '#kernel/model/call.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import type { ToneName } from '#ui/frame/palette.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { programs as declared, type getProgram, releases } from '../model/calls.ts'
import { TCAPProgram } from '../model/entities.ts'
import { formatDay } from './words.ts'

type Program = Answer<typeof getProgram>['programs'][number]
type Year = Program['schedule'][number]
const affectedControllers = ['TCAP', 'TCAPProgram', 'TCAPQuarter', 'tasks', 'TaskSchedule']

const beginSchema = TCAPProgram.row.pick({ program: true, beginsOn: true })

const BeginField = getField(beginSchema)

const endSchema = TCAPProgram.row.pick({ endsOn: true, endReason: true })

const EndField = getField(endSchema)

const feeSchema = TCAPProgram.row.pick({ feeTotal: true, feeYears: true, firstReleaseYear: true })

const FeeField = getField(feeSchema)

/** The button and dialog that take a property into the program, with the agency's usual fee terms. */
export function NewProgram({ propertyId }: { propertyId: number }) {
  const create = useSend(declared.create, { alsoDrops: affectedControllers, quiet: true })
  return (
    <RecordDialog
      button="Take into the program…"
      title="Take into the program"
      save="Take into the program"
      schema={beginSchema}
      values={{ program: 'TCAP', beginsOn: null }}
      send={(values) => create({ body: { propertyId, ...values } })}
    >
      <FieldRow>
        <BeginField name="program" />
        <BeginField name="beginsOn" help="Months are reported from this one on; each falls due as a task." />
      </FieldRow>
    </RecordDialog>
  )
}

const tones: Record<Year['state'], ToneName> = {
  Released: 'green',
  Due: 'blue',
  Later: 'gray',
  Closed: 'gray',
}

/** Shows the years of a fee; administrators release the amount due, and undo a release made by mistake. */
function FeeYears({ of, administers }: { of: Program; administers: boolean }) {
  const release = useSend(releases.create, { alsoDrops: affectedControllers })
  const takeBack = useSend(releases.remove, { alsoDrops: affectedControllers })
  const send = async (year: Year) => {
    const { tcapProgramId } = of
    if (year.tcapFeeReleaseId) await takeBack({ params: { id: year.tcapFeeReleaseId } })
    else await release({ body: { tcapProgramId, releaseYear: year.releaseYear } })
    const text = year.tcapFeeReleaseId ? 'is taken back' : `is released: ${formatMoney(year.amount)}`
    notify(`The part of ${year.releaseYear} ${text}.`)
  }
  const col = columns<Year>()
  const newest = of.schedule.findLast((year) => year.state === 'Released')
  const action = (year: Year) =>
    (year.state === 'Due' || year === newest) && (
      <Button size="compact-xs" variant="subtle" onClick={() => void send(year).catch(() => undefined)}>
        {year.state === 'Due' ? `Release ${year.releaseYear}` : `Take back ${year.releaseYear}`}
      </Button>
    )
  return (
    <DataTable
      caption={`Fee of ${of.program} from ${formatDay(of.beginsOn)}`}
      rows={of.schedule}
      columns={[
        col.text('Year', (year) => year.releaseYear, { width: 80 }),
        col.money('Part', (year) => year.amount, { width: 130, total: true }),
        col.chip(
          'State',
          (year) => year.state,
          (year) => tones[year.state],
          { width: 110 },
        ),
        col.date('Released on', (year) => year.releasedOn, { width: 120 }),
        ...(administers ? [col.node('What to do', action, { width: 160 })] : []),
      ]}
      rowKey={(year) => year.releaseYear}
      plain
      height="none"
    />
  )
}

/** Shows the programs of a property, each with its terms and its fee schedule. */
export const Programs = ({ programs, administers }: { programs: readonly Program[]; administers: boolean }) =>
  programs.map((program) => (
    <section
      key={program.tcapProgramId}
      aria-label={`${program.program} from ${formatDay(program.beginsOn)}`}
    >
      <h2>
        {program.program} from {formatDay(program.beginsOn)}
      </h2>
      <Facts
        line
        facts={[
          { label: 'Ended', value: formatDay(program.endsOn) },
          { label: 'Why', value: program.endReason },
          { label: 'Fee held', value: formatMoney(program.feeTotal) },
          {
            label: 'Released',
            value: formatMoney(
              sumMoney(program.schedule.map((item) => (item.state === 'Released' ? item.amount : 0))),
            ),
          },
          { label: 'Released over', value: `${program.feeYears} years from ${program.firstReleaseYear}` },
        ]}
      />
      {administers && <ProgramActions of={program} />}
      <FeeYears of={program} administers={administers} />
    </section>
  ))

function ProgramActions({ of }: { of: Program }) {
  const update = useSend(declared.update, { alsoDrops: affectedControllers, quiet: true })
  const { tcapProgramId } = of
  const store = (values: object) => update({ body: { tcapProgramId, ...values } })
  return (
    <Group gap="sm" my="xs">
      <RecordDialog
        button="End the program…"
        of={of.program}
        title="End the program"
        save="End it"
        schema={endSchema}
        values={{ ...of }}
        send={store}
      >
        <p>Nothing is reported after this day, and the years of the fee after it are closed.</p>
        <EndField name="endsOn" />
        <EndField name="endReason" rows={2} />
      </RecordDialog>
      <RecordDialog
        button="Change the fee…"
        of={of.program}
        title="Change the fee"
        save="Save the fee"
        schema={feeSchema}
        values={{ ...of }}
        send={store}
      >
        <FieldRow>
          <FeeField name="feeTotal" />
          <FeeField name="feeYears" />
          <FeeField name="firstReleaseYear" />
        </FieldRow>
      </RecordDialog>
    </Group>
  )
}
