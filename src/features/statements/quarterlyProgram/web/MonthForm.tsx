import { Fieldset } from '@mantine/core'
import type { FormProps } from '#engines/review/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { DeskPage, SheetDesk } from '#ui/worksheet/desk/SheetDesk.tsx'
import { SheetFoot } from '#ui/worksheet/desk/SheetFoot.tsx'
import { usePart } from '#ui/worksheet/desk/usePart.ts'
import type { SheetName } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { agingNames } from '../model/ties.ts'
import { CopyMonth } from './CopyMonth.tsx'
import { EditableFiles } from './Files.tsx'
import type { MonthValues } from './formLines.ts'
import { useFigures } from './Live.tsx'
import { MonthLinks } from './MonthLinks.tsx'
import styles from './quarterlyProgram.module.css'
import { captions, Sheet, useTies } from './Sheet.tsx'
import { getMonthFacts } from './words.ts'

const Field = getField<MonthValues>()
const LineItems = getLineItems<MonthValues>()

const reasonColumns = [{ name: 'reason' }, { name: 'households', width: 140 }] as const

/** The fields for the activity of a month. */
export const ActivityFields = () => (
  <Fieldset legend="Activity">
    <FieldRow>
      <Field name="moveIns" width={150} />
      <Field name="moveOuts" width={150} />
      <Field name="evictions" width={150} />
      <Field name="vacantUnits" width={190} />
      <Field name="waitingList" width={220} />
      <Field name="policeCalls" width={150} />
      <Field name="claimsFiled" width={190} />
    </FieldRow>
    <LineItems name="moveOutReasons" columns={reasonColumns} blank={{ reason: null, households: null }} />
    <Field name="comments" rows={3} />
  </Fieldset>
)

/** The fields for payables by age. Their sum must equal the payables of the balance sheet. */
export const AgingFields = () => (
  <Fieldset legend="Payables by age">
    <FieldRow>
      {agingNames.map((name) => (
        <Field key={name} name={name} width={170} />
      ))}
    </FieldRow>
  </Fieldset>
)

const parts = [
  { key: 'income', label: captions.income },
  { key: 'balance', label: captions.balance },
  { key: 'activity', label: 'Activity and payables' },
]
const keys = parts.map(({ key }) => key)
/** Returns the part that contains a field. */
const getPart = (field: string): string => keys.find((key) => key === field.split('.')[0]) ?? 'activity'

/** The form in which the company fills in a month: both sheets, payables by age, and activity. */
export function MonthForm(part: FormProps<MonthDetail>) {
  const { detail, buttons, remove } = part
  const [partKey, goToPart] = usePart(keys, getPart)
  const { ties, untouched } = useTies(detail)
  const failedTies = untouched ? [] : ties.filter(({ agrees, stops }) => stops && !agrees)
  const index = keys.indexOf(partKey)
  const [before, after] = [keys[index - 1], keys[index + 1]]
  const tools = (
    <>
      <CopyMonth detail={detail} />
      <EditableFiles {...part} />
    </>
  )
  return (
    <SheetDesk
      label="Parts of the month"
      parts={parts}
      at={partKey}
      onGo={goToPart}
      below={
        <div className={styles.below}>
          <MonthLinks detail={detail} />
          {remove}
        </div>
      }
      foot={
        <SheetFoot
          label="Figures of this month"
          figures={useFigures(detail, untouched)}
          gaps={
            failedTies.length > 0
              ? [{ words: plural(failedTies.length, 'tie-out', 'tie-outs'), go: () => goToPart('balance') }]
              : []
          }
          before={before ? () => goToPart(before) : undefined}
          after={after ? { go: () => goToPart(after) } : undefined}
          buttons={buttons}
        />
      }
    >
      {partKey === 'activity' ? (
        <DeskPage>
          <Facts facts={getMonthFacts(detail)} line />
          <AgingFields />
          <ActivityFields />
        </DeskPage>
      ) : (
        <Sheet key={partKey} detail={detail} sheet={partKey as SheetName} tools={tools} />
      )}
    </SheetDesk>
  )
}
