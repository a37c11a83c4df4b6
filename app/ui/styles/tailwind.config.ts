import { detailsConfig } from "../../../tailwind.config.ts";

export default detailsConfig;
