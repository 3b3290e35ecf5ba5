/** The remaining number of steps of a path. A fixed depth keeps the type check fast. */
type Depth = 0 | 1 | 2 | 3
type OneLess = [never, 0, 1, 2]

type Steps<Value, More extends Depth> = Value extends readonly (infer Line)[]
  ? `${number}` | DeeperSteps<`${number}`, Line, More>
  : Value extends Date
    ? never
    : Value extends object
      ? { [Key in keyof Value & string]: Key | DeeperSteps<Key, Value[Key], More> }[keyof Value & string]
      : never

type DeeperSteps<Start extends string, Value, More extends Depth> = More extends 0
  ? never
  : `${Start}.${Steps<NonNullable<Value>, OneLess[More]>}`

/**
 * The paths of the fields in a form's values, of at most four steps: `description`, `items.2.invoiceDate` or
 * `rooms.0.moveOuts.3`. A misspelled name does not compile. Values with the type `Record<string, unknown>`
 * accept any name, for forms whose fields are known only while the portal runs.
 */
export type FieldPath<Values> = Steps<Values, 3>

/** The type of the lines in a list of a form's values. */
export type LineOfList<List> = NonNullable<List> extends readonly (infer Line)[] ? Line : never

/** The names of the lists in an object. */
type ListName<Value> = {
  [Key in keyof Value & string]: NonNullable<Value[Key]> extends readonly unknown[] ? Key : never
}[keyof Value & string]

type ListOfLine<Key extends string, List> =
  NonNullable<List> extends readonly (infer Line)[] ? `${Key}.${number}.${ListName<Line>}` : never

/** The paths of the lists of lines in a form's values, as `items` or `rooms.0.populations`. */
export type ListPath<Values> = {
  [Key in keyof Values & string]: NonNullable<Values[Key]> extends readonly unknown[]
    ? Key | ListOfLine<Key, Values[Key]>
    : never
}[keyof Values & string]

/** The type of one line of the list at a path. */
export type LineAt<Values, Path extends string> = Path extends keyof Values
  ? LineOfList<Values[Path]>
  : Path extends `${infer List}.${number}.${infer Inner}`
    ? LineAt<LineAt<Values, List>, Inner>
    : never
