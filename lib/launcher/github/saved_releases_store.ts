import { messageOf } from "@/lib/http/errors.ts";
import { toReason } from "@/lib/launcher/github/error.ts";
import { mergeReleases, parseSavedReleases, type SavedReleases } from "@/lib/launcher/github/saved_releases.ts";
import { WarnOnce } from "@/lib/launcher/github/warn_once.ts";
import type { TextStore } from "@/lib/store/text_store.ts";

/** Options of {@linkcode SavedReleasesStore}. */
export interface SavedReleasesOptions {
  readonly store: TextStore;
  /** `owner/name`. */
  readonly repository: string;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
}

/** Reads and saves the releases, so that a restarted process has them. It never writes over what it could not read. */
export class SavedReleasesStore {
  readonly #store: TextStore;
  readonly #repository: string;
  readonly #warnings: WarnOnce;
  /** The text that was saved or read last. It is part of the current releases, and takes long to parse. */
  #lastText: string | undefined;
  /** Whether the last read succeeded: the store is empty, or what it has is known. */
  #canSave = false;

  constructor({ store, repository, warn }: SavedReleasesOptions) {
    this.#store = store;
    this.#repository = repository;
    this.#warnings = new WarnOnce(warn);
  }

  /**
   * Returns the current releases with the saved days, which another instance may have added, or the saved releases if
   * there are no current ones. If the store cannot be read, returns the current ones as they are.
   */
  async addSaved<T extends SavedReleases | undefined>(current: T): Promise<SavedReleases | T> {
    try {
      const text = await this.#store.load();
      const isNew = text !== undefined && text !== this.#lastText;
      const merged = isNew ? mergeReleases(parseSavedReleases(text, this.#repository), current) : current;
      if (isNew) this.#lastText = text;
      this.#canSave = true;
      this.#warnings.forget("read");
      return merged;
    } catch (error) {
      this.#canSave = false;
      const effect = "the days that were counted before are missing, and nothing is saved until they can be read";
      this.#warnings.about(["read"], () => `Cannot read the saved releases: ${toReason(error)}; ${effect}`);
      return current;
    }
  }

  /** Saves the releases, unless the last read failed. */
  async save(releases: SavedReleases): Promise<void> {
    if (!this.#canSave) return;
    try {
      const text = JSON.stringify(releases);
      await this.#store.save(text);
      this.#lastText = text;
      this.#warnings.forget("save");
    } catch (error) {
      // A read-only disk stays read-only, and the data in memory stays usable until the next restart.
      this.#warnings.about(["save"], () => `Cannot save the releases: ${messageOf(error)}`);
    }
  }
}
