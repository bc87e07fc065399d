/** The props of a form in `ShownOnce`. */
export interface CreateFormProps<Created> {
  readonly onCreated: (created: Created) => void;
  readonly onClose: () => void;
}
