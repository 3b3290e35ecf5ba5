import { Fieldset } from '@mantine/core'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { LineItems } from '#ui/form/LineItems.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import type { MonthDetail } from '../model/months.ts'
import { agingNames } from '../model/ties.ts'
import { CopyMonth } from './CopyMonth.tsx'
import { WrittenFiles } from './Files.tsx'
import { Live } from './Live.tsx'
import { MonthLinks } from './MonthLinks.tsx'
import { Sheet } from './Sheet.tsx'
import { monthFacts } from './words.ts'

const reasons = [{ name: 'reason' }, { name: 'households', width: 140 }]

/** The activity of a month, as it is typed. */
export const Activity = () => (
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
    <LineItems name="moveOutReasons" columns={reasons} blank={{ reason: null, households: null }} />
    <Field name="comments" rows={3} />
  </Fieldset>
)

/** Payables by age: together those of the balance sheet. */
export const Aging = () => (
  <Fieldset legend="Payables by age">
    <FieldRow>
      {agingNames.map((name) => (
        <Field key={name} name={name} width={170} />
      ))}
    </FieldRow>
  </Fieldset>
)

/** A month while its company writes it: both sheets, payables by age, and what happened at the property. */
export const MonthForm = (part: PartProps<MonthDetail> & { known: { current: MonthDetail } }) => {
  const { detail } = part
  return (
    <>
      <MonthLinks detail={detail} />
      <Facts facts={monthFacts(detail)} line />
      <WrittenFiles {...part} />
      <Fieldset legend="Balance sheet">
        <Sheet detail={detail} sheet="balance" tools={<CopyMonth detail={detail} />} />
      </Fieldset>
      <Aging />
      <Fieldset legend="Income and expense">
        <Sheet detail={detail} sheet="income" />
      </Fieldset>
      <Activity />
      <Live detail={detail} />
    </>
  )
}
