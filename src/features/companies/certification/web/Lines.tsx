import { useContext } from 'react'
import { getFieldMeta } from '#kernel/model/field.ts'
import { displayValue } from '#ui/form/display.ts'
import type { LineAt } from '#ui/form/fieldPath.ts'
import { FormReadOnlyContext, useFormParts } from '#ui/form/formContext.ts'
import { getLineItems, type LineItemsProps } from '#ui/form/LineItems.tsx'
import { type ApplicationContent, applicationLists, type ListName } from '../model/entities.ts'
import styles from './certification.module.css'

const LineItems = getLineItems<ApplicationContent>()

type Props<Name extends ListName> = Pick<
  LineItemsProps<Name, LineAt<ApplicationContent, Name>>,
  'name' | 'columns' | 'blank'
>

/** A list of an application: editable in a draft, a plain table once it is filed. */
export function ApplicationList<Name extends ListName>(props: Props<Name>) {
  return useContext(FormReadOnlyContext) ? <FiledLines {...props} /> : <LineItems {...props} />
}

/** The list as a compact table, because it is displayed next to the review. */
function FiledLines({ name, columns }: Pick<LineItemsProps<ListName>, 'name' | 'columns'>) {
  const { form } = useFormParts<ApplicationContent>()
  const lines = (form.getValues(name) ?? []) as readonly Record<string, unknown>[]
  const fields: Record<string, Parameters<typeof getFieldMeta>[0]> = applicationLists[name].element.shape
  const cells = columns.flatMap((column) => {
    const field = fields[column.name]
    const meta = field && getFieldMeta(field)
    return meta ? [{ ...column, facts: { ...meta, rounding: false } }] : []
  })
  const title = applicationLists[name].meta()?.label as string
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {lines.length === 0 ? (
        <p className={styles.plain}>None.</p>
      ) : (
        <table className={styles.lines}>
          <thead>
            <tr>
              {cells.map((cell) => (
                <th key={cell.name} scope="col">
                  {cell.facts.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={JSON.stringify(line)}>
                {cells.map((cell) => (
                  <td key={cell.name}>{displayValue(cell.facts, line[cell.name], cell.options)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
