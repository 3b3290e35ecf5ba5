import { type ReactNode, useContext, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { z } from 'zod'
import {
  Control,
  type ControlKind,
  type ControlOptions,
  GROUPED,
  getDisplayKind,
  type KindWithOptions,
} from './Control.tsx'
import { displayValue } from './display.ts'
import { FieldFrame } from './FieldFrame.tsx'
import type { FieldPath } from './fieldPath.ts'
import css from './form.module.css'
import { FormReadOnlyContext, fieldId, useFault, useFormParts, useLabel } from './formContext.ts'
import { findValueFault } from './lenient.ts'
import { describeName, getFieldFacts, getFieldOptions, isRequired, schemaAt } from './metadata.ts'
import { RichText } from './RichText.tsx'

/** The props of a field. Everything except the name may come from the entity. */
export type FieldProps<Name extends string = string> = FieldBasics & KindWithOptions & { name: Name }

/** A field of a form with these values: its `name` is one of their paths. */
export type FieldOf<Values> = (props: FieldProps<FieldPath<Values>>) => ReactNode

interface FieldBasics extends Omit<ControlOptions, 'kind' | 'help' | 'options'> {
  help?: ReactNode
  /** Marks the field as required; known from the strict schema when left out. */
  required?: boolean
  disabled?: boolean
  /** Shows the value as plain text. */
  readOnly?: boolean
  /** Width of the field: a CSS length or pixels. */
  width?: string | number
}

/**
 * Returns the field component of a form, by the form's schema or by the type of its values. Call it once,
 * next to the schema, so that a misspelled name of a field does not compile:
 *
 *     const Field = getField(noteSchema)
 *     <Field name="description" rows={4} />
 *     <Field name={`items.${index}.invoiceDate`} width={160} />
 */
export function getField<Values>(): FieldOf<Values>
export function getField<Schema extends z.ZodType>(schema: Schema): FieldOf<z.input<Schema>>
export function getField() {
  return Field
}

/**
 * Returns the field component for a part of a form, such as a contact, whose path the screen gives as a prop:
 * `<Field name={`${at}.city`} />`.
 */
export function getPartField<Part>(): (props: FieldProps<`${string}.${FieldPath<Part>}`>) => ReactNode {
  return Field
}

/**
 * One field of a `Form`: label, input, help and fault. Label, kind, limits and whether it is required come
 * from the schema, as do the choices of a field that names them; props override them. In a read-only form, or
 * with `readOnly` or `disabled`, it shows the value as plain text. Throws for a name that the form's schema
 * lacks.
 */
function Field(props: FieldProps) {
  const { name, width } = props
  const { schema } = useFormParts()
  const readOnlyForm = useContext(FormReadOnlyContext)
  const fieldSchema = useMemo(() => schemaAt(schema, name), [schema, name])
  // The value of a field that the schema lacks would be lost when the form is saved.
  if (!fieldSchema) throw new Error(`The form has no field “${name}”.`)
  const facts: ControlOptions = {
    ...getFieldFacts(fieldSchema),
    options: getFieldOptions(fieldSchema),
    ...omitUndefined(props),
  }
  const kind = props.kind ?? facts.kind ?? 'text'
  const label = facts.label ?? describeName(name.slice(name.lastIndexOf('.') + 1))
  useLabel(name, props.label)
  const shared = { name, kind, label, facts, width }
  if (readOnlyForm || props.readOnly || props.disabled) return <FieldValue {...shared} />
  return (
    <FieldInput
      {...shared}
      help={props.help ?? facts.help}
      required={props.required ?? isMarkedRequired(kind, fieldSchema)}
    />
  )
}

/** The props of a field, completed by its schema. */
interface ResolvedField {
  name: string
  kind: ControlKind
  label: string
  facts: ControlOptions
  width: string | number | undefined
}

/**
 * Whether a field is marked as required. A checkbox is so only if it must be checked, because empty means no.
 */
function isMarkedRequired(kind: ControlKind, fieldSchema: z.core.$ZodType | undefined): boolean {
  return (
    isRequired(fieldSchema) &&
    (kind !== 'flag' || fieldSchema === undefined || findValueFault(fieldSchema, false) !== undefined)
  )
}

/** Returns the props that are not undefined, because an undefined prop must not override the entity. */
function omitUndefined({ help: _help, kind: _kind, ...props }: FieldProps): ControlOptions {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
}

function FieldInput({
  name,
  kind,
  label,
  facts,
  width,
  help,
  required,
}: ResolvedField & { help: ReactNode; required: boolean }) {
  const { id: formId, form, leaveField } = useFormParts<FieldValues>()
  const { field } = useController({ name, control: form.control })
  const error = useFault(name)
  const id = fieldId(formId, name)
  const leave = () => {
    field.onBlur()
    leaveField(name)
  }
  // A checkbox has its label next to it.
  const ticked = kind === 'flag'
  const control = { kind, value: field.value as unknown, onChange: field.onChange, onBlur: leave }
  return (
    <FieldFrame
      id={id}
      label={label}
      help={help}
      error={error}
      width={width}
      required={required}
      group={GROUPED.has(kind)}
      bare={ticked}
    >
      {(wiring) => (
        <Control
          {...wiring}
          {...control}
          facts={ticked ? { ...facts, words: facts.words ?? label } : facts}
        />
      )}
    </FieldFrame>
  )
}

/** A field that can only be read: its label and its value written out. */
function FieldValue({ name, kind, label, facts, width }: ResolvedField) {
  const { id: formId, form } = useFormParts<FieldValues>()
  const { field } = useController({ name, control: form.control })
  return (
    <div
      className={css.field}
      style={width === undefined ? undefined : { width, flex: 'none' }}
      id={fieldId(formId, name)}
      tabIndex={-1}
    >
      <div className={css.label}>{label}</div>
      {kind === 'richText' ? (
        <RichText html={String(field.value ?? '')} />
      ) : (
        <div className={css.value}>
          {displayValue({ ...facts, kind: getDisplayKind(kind) }, field.value, facts.options)}
        </div>
      )}
    </div>
  )
}

/** Fields side by side, as wide as there is room, one under another where there is none. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}
