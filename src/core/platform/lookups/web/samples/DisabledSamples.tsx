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

/** Shows every kind of input outside of a form, disabled. */
export function DisabledSamples() {
  const disabledProps = { disabled: true, onChange: ignoreChange }
  return (
    <Gallery title="Disabled" text="Inputs outside a form, for filters and dialogs; here none can be used.">
      <FieldRow>
        <TextField {...disabledProps} label="Text" value="Maple Grove" />
        <LongTextField {...disabledProps} label="Long text" value="A remark" />
        <EmailInput {...disabledProps} label="E-mail" value="name@company.example" />
        <PhoneInput {...disabledProps} label="Phone" value="(573) 555-0100" />
        <ZipInput {...disabledProps} label="ZIP code" value="65201" />
        <DateInput {...disabledProps} label="Date" value="2026-03-15" />
        <MoneyInput {...disabledProps} label="Money" value={25_200} />
        <DollarInput {...disabledProps} label="Dollars" value={25_200} />
        <PercentInput {...disabledProps} label="Percent" value={8.25} />
        <NumberInput {...disabledProps} label="Number" value={48} />
        <ChoiceInput {...disabledProps} label="Choice" value={2} options={sampleChoices} />
        <MultiSelect {...disabledProps} label="One or more" value={[1, 3]} options={sampleChoices} />
        <FlagInput {...disabledProps} label="Yes or no" value={true} />
      </FieldRow>
    </Gallery>
  )
}
