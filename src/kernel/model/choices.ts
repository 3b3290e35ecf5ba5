/** An entry of a dropdown. */
export type Choice = { id: number; label: string }

/** The entry for a value typed by the user that is not in the list: id 0 and the label. ENT-07. */
export function newChoice(label: string): Choice {
  return { id: 0, label }
}

/** The entries of a label map, in the order of their ids. */
export function choicesOf(labels: Readonly<Record<number, string>>): Choice[] {
  return Object.entries(labels).map(([id, label]) => ({ id: Number(id), label }))
}
