import type pg from 'pg'
import * as serverModules from '#app/serverModules.ts'
import { buildLetterDefinition, type LetterData } from '#core/correspondence/letters/model/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sampleOptions } from '#tests/letterSample.ts'
import { makeAndReadPdf } from '#tests/pdf/makeAndReadPdf.ts'

type Letter = { entity: string; kind: string; title: string; data: LetterData }

/** Entities for which modules declare letters. */
const lettersByEntity: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...Object.values<ServerModule>(serverModules).map((serverModule) => serverModule.letters),
)

/** Collects the letters that steps write, the last one of each kind, and checks their PDFs. */
export class WrittenLetters {
  readonly #drawn = new Map<string, Letter>()

  /** Stores the letters written for an entity in the current transaction. */
  async keep(client: Pick<pg.Client, 'query'>, entity: string): Promise<void> {
    if (!lettersByEntity[entity]) return
    const result = await client.query<Letter>(
      `select entity, kind, title, data from letter where entity = $1 and created_at >= now() and data ? 'body'`,
      [entity],
    )
    for (const letter of result.rows) this.#drawn.set(`${letter.entity} ${letter.kind}`, letter)
  }

  /** Returns those of these entities that have letters but none was written. */
  missing(entities: readonly string[]): string[] {
    const letterEntities = new Set([...this.#drawn.values()].map(({ entity }) => entity))
    return entities.filter((entity) => lettersByEntity[entity] && !letterEntities.has(entity))
  }

  /** Returns the accessibility faults of the collected letters' PDFs. */
  async faults(): Promise<string[]> {
    const matches: string[] = []
    for (const [name, { title, data }] of this.#drawn) {
      const pdf = await makeAndReadPdf(buildLetterDefinition(data, { ...sampleOptions, title }))
      const hasHeading = pdf.structure[0]?.parts.some(({ tag }) => tag === 'H1')
      const faults = [
        ...pdf.faults,
        ...(pdf.info.Title === title ? [] : ['another title']),
        ...(hasHeading ? [] : ['no heading']),
      ]
      matches.push(...faults.map((fault) => `${name}: ${fault}`))
    }
    return matches
  }
}
