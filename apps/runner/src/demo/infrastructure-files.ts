/** Configuration that Terraform plans in the demo. */
export const MAIN_TF = `# A network that exists in the state alone: terraform_data is part of Terraform, so nothing is downloaded.
# The state is kept by Switchyard; each version of it can be looked at in the tab "State" of the template.

terraform {
  required_version = ">= 1.4"
}

variable "region" {
  type        = string
  description = "From the variable group."
  default     = "eu-north"
}

variable "replicas" {
  type        = number
  description = "From the variable group: change it, run again, and look at the plan."
  default     = 2
}

resource "terraform_data" "network" {
  input = {
    name = "demo-\${var.region}"
    cidr = "10.20.0.0/16"
  }
}

resource "terraform_data" "server" {
  count = var.replicas
  input = {
    name    = "web-\${count.index + 1}"
    network = terraform_data.network.output.name
  }
}

output "servers" {
  value = terraform_data.server[*].output.name
}
`;

export const README_MD = `# Switchyard demo

Small templates that run on any runner, without a network.

| Template                                 | File                    | Shows                                              |
| ---------------------------------------- | ----------------------- | -------------------------------------------------- |
| Hello                                    | scripts/hello.sh        | a question at launch, variables, a masked secret   |
| System report                            | python/report.py        | Python, a schedule                                 |
| Check the hosts                          | ansible/ping.yml        | Ansible, an inventory, host statistics             |
| Network                                  | terraform               | a plan that waits to be confirmed, kept state      |
| Build storefront                         | scripts/build.sh        | versions                                           |
| Deploy to staging, Deploy to production  | ansible/deploy.yml      | deploys of a built version, a vault                |
`;
