import type pg from 'pg'
import * as serverModules from '#app/serverModules.ts'
import { type LetterData, letterDefinition } from '#ground/correspondence/letters/model/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sampleOptions } from '#tests/letterSample.ts'
import { madePdf } from '#tests/pdf/made.ts'

type Letter = { entity: string; kind: string; title: string; data: LetterData }

/** The kinds of records that letters are drawn up of. */
const withLetters: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...Object.values<ServerModule>(serverModules).map((serverModule) => serverModule.letters),
)

/** The letters that steps draw up: of each kind the last. */
export class DrawnLetters {
  readonly #drawn = new Map<string, Letter>()

  /** Keeps what was drawn up for records of an entity since the transaction began. */
  async keep(client: Pick<pg.Client, 'query'>, entity: string): Promise<void> {
    if (!withLetters[entity]) return
    const result = await client.query<Letter>(
      `select entity, kind, title, data from letter where entity = $1 and created_at >= now() and data ? 'body'`,
      [entity],
    )
    for (const letter of result.rows) this.#drawn.set(`${letter.entity} ${letter.kind}`, letter)
  }

  /** Those of the entities that have letters, but none was drawn up. */
  missing(entities: readonly string[]): string[] {
    const letterEntities = new Set([...this.#drawn.values()].map(({ entity }) => entity))
    return entities.filter((entity) => withLetters[entity] && !letterEntities.has(entity))
  }

  /** What keeps the PDF of each from being tagged as it should be. */
  async faults(): Promise<string[]> {
    const matches: string[] = []
    for (const [name, { title, data }] of this.#drawn) {
      const pdf = await madePdf(letterDefinition(data, { ...sampleOptions, title }))
      const headed = pdf.structure[0]?.parts.some(({ tag }) => tag === 'H1')
      const faults = [
        ...pdf.faults,
        ...(pdf.info.Title === title ? [] : ['another title']),
        ...(headed ? [] : ['no heading']),
      ]
      matches.push(...faults.map((fault) => `${name}: ${fault}`))
    }
    return matches
  }
}
