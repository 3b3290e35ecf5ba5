import { FieldRow } from '#ui/form/Field.tsx'
import { ChoiceInput, MultiSelect } from '#ui/form/inputs/choice.tsx'
import { DateInput } from '#ui/form/inputs/date.tsx'
import { FlagInput } from '#ui/form/inputs/flag.tsx'
import { DollarInput, MoneyInput, PercentInput } from '#ui/form/inputs/money.tsx'
import { NumberInput } from '#ui/form/inputs/number.tsx'
import { EmailInput, LongTextField, PhoneInput, TextField, ZipInput } from '#ui/form/inputs/text.tsx'
import { Gallery } from '../Gallery.tsx'
import { sampleChoices } from './fieldSchema.ts'

const ignoreChange = () => undefined

/** Shows the same inputs outside of a form, disabled. */
export function DisabledSamples() {
  const off = { disabled: true, onChange: ignoreChange }
  return (
    <Gallery
      title="Switched off"
      text="Inputs outside a form, for filters and dialogs; here none can be used."
    >
      <FieldRow>
        <TextField {...off} label="Text" value="Maple Grove" />
        <LongTextField {...off} label="Long text" value="A remark" />
        <EmailInput {...off} label="E-mail" value="name@company.example" />
        <PhoneInput {...off} label="Phone" value="(573) 555-0100" />
        <ZipInput {...off} label="ZIP code" value="65201" />
        <DateInput {...off} label="Date" value="2026-03-15" />
        <MoneyInput {...off} label="Money" value={25_200} />
        <DollarInput {...off} label="Dollars" value={25_200} />
        <PercentInput {...off} label="Percent" value={8.25} />
        <NumberInput {...off} label="Number" value={48} />
        <ChoiceInput {...off} label="Choice" value={2} options={sampleChoices} />
        <MultiSelect {...off} label="One or more" value={[1, 3]} options={sampleChoices} />
        <FlagInput {...off} label="Yes or no" value={true} />
      </FieldRow>
    </Gallery>
  )
}
